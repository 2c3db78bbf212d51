BEGIN TRANSACTION;
CREATE TABLE clocks (game INTEGER PRIMARY KEY REFERENCES games (game), body TEXT NOT NULL, proof TEXT NOT NULL DEFAULT '');
INSERT INTO "clocks" VALUES(3,'{"clock":1}','13d47ca690dc570689291626');
CREATE TABLE events (game INTEGER NOT NULL REFERENCES games (game), number INTEGER NOT NULL, body TEXT NOT NULL, wall REAL NOT NULL, link TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, number));
INSERT INTO "events" VALUES(1,0,'{"type":"drawn","by":"A","letter":"E"}',1764000014.5,'b8cde06091b2bf8270f8144f');
INSERT INTO "events" VALUES(1,1,'{"type":"beginner-named","side":"A"}',1764000021.75,'724a06ba96972e5f58c54d27');
INSERT INTO "events" VALUES(1,2,'{"type":"played","by":"A","tiles":{"H8":"S","I8":"D"}}',1764000029.0,'99799d5769dc85814d6324d2');
INSERT INTO "events" VALUES(1,3,'{"type":"played","by":"B","tiles":{"J8":"L","K8":"I","L8":"U","M8":"S","N8":"O"}}',1764000036.25,'94c898ccf6788f172a4db9da');
INSERT INTO "events" VALUES(1,4,'{"type":"played","by":"A","tiles":{"K7":"a","K9":"L","K10":"R","K11":"A","K12":"Q"}}',1764000043.5,'7b54ca791a2d7880b70bfcc7');
INSERT INTO "events" VALUES(1,5,'{"type":"challenged","by":"B","good":true}',1764000050.75,'1baeb5549eef005eb7a6d019');
INSERT INTO "events" VALUES(1,6,'{"type":"played","by":"A","tiles":{"N9":"E","N10":"I","N11":"A"}}',1764000058.0,'1d51b23dbcf79c1e849cf317');
INSERT INTO "events" VALUES(1,7,'{"type":"played","by":"B","tiles":{"K13":"A","K14":"Z","K15":"L"}}',1764000065.25,'bd97e35afd1be49aca0ab1c0');
INSERT INTO "events" VALUES(1,8,'{"type":"withdrawn","by":"B"}',1764000072.5,'9f3dc73bfbc38de33bab7ed3');
INSERT INTO "events" VALUES(1,9,'{"type":"played","by":"B","tiles":{"L9":"T","M9":"I"}}',1764000079.75,'3aa36db316c1a9bff84e3b96');
INSERT INTO "events" VALUES(1,10,'{"type":"played","by":"A","tiles":{"J7":"e","J9":"L","J10":"U","J11":"L"}}',1764000087.0,'1428f01a17ef9abdcc86e846');
INSERT INTO "events" VALUES(1,11,'{"type":"taken-up","by":"B"}',1764000094.25,'0e2911a03018c0ec76045b48');
INSERT INTO "events" VALUES(1,12,'{"type":"accepted"}',1764000101.5,'346bda0e1af3a59d867a50c3');
INSERT INTO "events" VALUES(1,13,'{"type":"played","by":"B","tiles":{"M10":"E","M11":"I"}}',1764000108.75,'323680431612008bb886cc62');
INSERT INTO "events" VALUES(1,14,'{"type":"passed","by":"A"}',1764000116.0,'f17cb92736c82d7b53903c85');
INSERT INTO "events" VALUES(1,15,'{"type":"played","by":"B","tiles":{"M12":"A","M13":"R","M14":"D"}}',1764000123.25,'4dcb726523c23cf4008d2678');
INSERT INTO "events" VALUES(1,16,'{"type":"replaced","index":10,"event":{"type":"passed","by":"A"}}',1764000130.5,'fde00353a07a52f13cac490f');
INSERT INTO "events" VALUES(1,17,'{"type":"played","by":"A","tiles":{"N12":"E","N13":"Z","N14":"I","N15":"b"}}',1764000137.75,'b13ab0b8de8ae9af378fbd31');
INSERT INTO "events" VALUES(1,18,'{"type":"adjusted","side":"B","points":6,"why":"by hand"}',1764000145.0,'dea10554a1ec78cdb6aa39a6');
INSERT INTO "events" VALUES(1,19,'{"type":"exchanged","by":"B","count":1}',1764000152.25,'2b8fb39c8d91b027a395d81f');
INSERT INTO "events" VALUES(1,20,'{"type":"played","by":"A","tiles":{"L14":"D","O14":"S"}}',1764000159.5,'90a7e972eda6b5d49d6c17a1');
INSERT INTO "events" VALUES(1,21,'{"type":"tile-corrected","square":"I8","tile":"U"}',1764000166.75,'3aa31e68a4c2832a847c29fe');
INSERT INTO "events" VALUES(1,22,'{"type":"ended","racks":{"A":"L","B":"I"},"reason":"no-space"}',1764000174.0,'120eed0515c2b3fb63cf46a9');
INSERT INTO "events" VALUES(1,23,'{"type":"adjusted","side":"A","points":-2,"why":"by hand"}',1764000181.25,'2656f89a82d4bf9d8898d835');
INSERT INTO "events" VALUES(1,24,'{"type":"accepted"}',1764000188.5,'9385fd7495df8d1fbcdf7ea1');
INSERT INTO "events" VALUES(1,25,'{"type":"adjusted","side":"B","points":0,"why":"by hand"}',1764000195.75,'755b7e7b17d8efab20fd314e');
INSERT INTO "events" VALUES(2,0,'{"type":"beginner-named","side":"A"}',1764000210.25,'1d937e5eda3132cb038a7152');
INSERT INTO "events" VALUES(2,1,'{"type":"played","by":"A","tiles":{"H8":"b","I8":"D"}}',1764000217.5,'09874742c4349809dfad3ff4');
INSERT INTO "events" VALUES(2,2,'{"type":"played","by":"B","tiles":{"I7":"L","I9":"b"}}',1764000224.75,'fc32d2b6506d3db004469a4a');
INSERT INTO "events" VALUES(2,3,'{"type":"accepted"}',1764000232.0,'cdcf0b50855c5b5dc33cd4fe');
INSERT INTO "events" VALUES(2,4,'{"type":"goalie-pulled","by":"A","square":"H8"}',1764000239.25,'280a98fc483a0b44cd48a0f9');
INSERT INTO "events" VALUES(2,5,'{"type":"played","by":"A","tiles":{"J9":"R","K9":"U","L9":"T","M9":"b"}}',1764000246.5,'d4df224a89fb67a1c7e58d80');
INSERT INTO "events" VALUES(2,6,'{"type":"played","by":"B","tiles":{"M10":"A","M11":"D","M12":"A"}}',1764000253.75,'698c2174f2bfa196fbddb478');
INSERT INTO "events" VALUES(2,7,'{"type":"played","by":"A","tiles":{"H7":"U","H9":"T"}}',1764000261.0,'83a1bef7b037042b351ec2b5');
INSERT INTO "events" VALUES(2,8,'{"type":"tile-corrected","square":"I9","tile":"Q"}',1764000268.25,'30a9f4f6ccb8273b50d9af69');
INSERT INTO "events" VALUES(2,9,'{"type":"played","by":"B","tiles":{"L8":"D","L10":"D","L11":"I"}}',1764000275.5,'db829d414ad16cb9981f6efd');
INSERT INTO "events" VALUES(2,10,'{"type":"exchanged","by":"A","count":1}',1764000282.75,'cc5422d4efe9e2411f92e034');
INSERT INTO "events" VALUES(2,11,'{"type":"played","by":"B","tiles":{"M13":"S","M14":"U"}}',1764000290.0,'ecc2dfc9aa2c7a65eb00b5a7');
INSERT INTO "events" VALUES(2,12,'{"type":"played","by":"A","tiles":{"N11":"e","O11":"I"}}',1764000297.25,'a52d5b07470957e66774fb4a');
INSERT INTO "events" VALUES(2,13,'{"type":"taken-up","by":"B"}',1764000304.5,'2cfe9c1b74a7a07352ec21be');
INSERT INTO "events" VALUES(2,14,'{"type":"passed","by":"B"}',1764000311.75,'567a7a2690b4e6d8a6a97432');
INSERT INTO "events" VALUES(2,15,'{"type":"tile-corrected","square":"I7","tile":"I"}',1764000319.0,'c2d6fea1e98b27bff31cae4d');
INSERT INTO "events" VALUES(2,16,'{"type":"adjusted","side":"B","points":-4,"why":"by hand"}',1764000326.25,'8125b2eee223ed3d559a56f1');
INSERT INTO "events" VALUES(2,17,'{"type":"replaced","index":10,"event":{"type":"passed","by":"A"}}',1764000333.5,'8740073d00a4779c8a2672c6');
INSERT INTO "events" VALUES(2,18,'{"type":"exchanged","by":"A","count":7}',1764000340.75,'ce55b3d6d3411b07c901e032');
INSERT INTO "events" VALUES(2,19,'{"type":"taken-up","by":"B"}',1764000348.0,'57c7dbe808df69536aafde3f');
INSERT INTO "events" VALUES(2,20,'{"type":"penalised","by":"A","on":"B","why":"too-many-men"}',1764000355.25,'af286b06b59c0191199c782e');
INSERT INTO "events" VALUES(2,21,'{"type":"accepted"}',1764000362.5,'1e6baf979ebbe5f938d9af8f');
INSERT INTO "events" VALUES(2,22,'{"type":"traded","by":"A","partners":["B"],"count":5}',1764000369.75,'4d72526d8eeff94f99778e19');
INSERT INTO "events" VALUES(2,23,'{"type":"played","by":"B","tiles":{"L12":"L","L13":"Z","L14":"U","L15":"R"}}',1764000377.0,'e9e2ab7342768d8019bd161f');
INSERT INTO "events" VALUES(2,24,'{"type":"challenged","by":"A","good":true}',1764000384.25,'535f5b25f46f76dcfc3e9c24');
INSERT INTO "events" VALUES(2,25,'{"type":"ended","racks":{"A":"S","B":"O"}}',1764000391.5,'cbea9e0f9d8276ceb646e0e1');
INSERT INTO "events" VALUES(3,0,'{"type":"drawn","by":"A","letter":"R"}',1764000406.0,'ee9f80096648d38b75db9d51');
INSERT INTO "events" VALUES(3,1,'{"type":"accepted"}',1764000413.25,'7b05c00a0030faa83937ffd1');
INSERT INTO "events" VALUES(3,2,'{"type":"beginner-named","side":"A"}',1764000420.5,'ca667e640d029587c7af2511');
INSERT INTO "events" VALUES(3,3,'{"type":"rolled","by":"A","letters":"T"}',1764000427.75,'b26a52933bbbaa3bf1f3b886');
INSERT INTO "events" VALUES(3,4,'{"type":"adjusted","side":"A","points":5,"why":"by hand"}',1764000435.0,'3cc87ebecac4acc5474a602c');
INSERT INTO "events" VALUES(3,5,'{"type":"clock-started","by":"B"}',1764000442.25,'175a431183ebe0682515e4aa');
INSERT INTO "events" VALUES(3,6,'{"type":"played","by":"A","tiles":{"G8":"T","H8":"I","I8":"b","J8":"O","K8":"e"}}',1764000449.5,'7d408e9c23b5efe05316ccfc');
INSERT INTO "events" VALUES(3,7,'{"type":"clock-stopped","by":"A","zone":"x1"}',1764000456.75,'49be43a5da975cdd401627f6');
INSERT INTO "events" VALUES(3,8,'{"type":"accepted"}',1764000464.0,'f5cd5d85e6b7b0ae64aa0665');
INSERT INTO "events" VALUES(3,9,'{"type":"passed","by":"B"}',1764000471.25,'056c085297d34c644f392d30');
INSERT INTO "events" VALUES(3,10,'{"type":"rolled","by":"A","letters":"I"}',1764000478.5,'8d4a65c7d4751549fb6726c6');
INSERT INTO "events" VALUES(3,11,'{"type":"clock-started","by":"B"}',1764000485.75,'0ea5294847d9cf29ed5f14ff');
INSERT INTO "events" VALUES(3,12,'{"type":"dinged"}',1764000493.0,'e741502f5abc515b86fa941f');
INSERT INTO "events" VALUES(3,13,'{"type":"rolled","by":"B","letters":"E"}',1764000500.25,'5354679bcb1f558ab21f6917');
INSERT INTO "events" VALUES(3,14,'{"type":"clock-started","by":"A"}',1764000507.5,'caf509830fdc2c380f636849');
INSERT INTO "events" VALUES(3,15,'{"type":"played","by":"B","tiles":{"K7":"E","K9":"I","K10":"I","K11":"L","K12":"A","K13":"I"}}',1764000514.75,'8c3237ad70f21b9fbf923811');
INSERT INTO "events" VALUES(3,16,'{"type":"taken-up","by":"B"}',1764000522.0,'fbc2c7896eb6ce100b0258ab');
INSERT INTO "events" VALUES(3,17,'{"type":"played","by":"B","tiles":{"L8":"E","M8":"T","N8":"N"}}',1764000529.25,'9d0f17d176d33331194e745f');
INSERT INTO "events" VALUES(3,18,'{"type":"clock-stopped","by":"B","zone":"x4"}',1764000536.5,'abf937db9ad7a3202c5ca2c6');
INSERT INTO "events" VALUES(3,19,'{"type":"chance-rolled","by":"B","face":"adversary-x1"}',1764000543.75,'197bcb4a9d756ca05c822093');
INSERT INTO "events" VALUES(3,20,'{"type":"accepted"}',1764000551.0,'ff8a987178256f48633d94ef');
INSERT INTO "events" VALUES(3,21,'{"type":"rolled","by":"A","letters":"S"}',1764000558.25,'747614086b28b13e205abc7f');
INSERT INTO "events" VALUES(3,22,'{"type":"ended","racks":{"A":"O","B":"I"}}',1764000565.5,'3ce711d7a419757d0249e43f');
INSERT INTO "events" VALUES(3,23,'{"type":"adjusted","side":"B","points":7,"why":"by hand"}',1764000572.75,'67b55f3b8b1544ce624b5506');
INSERT INTO "events" VALUES(3,24,'{"type":"adjusted","side":"A","points":8,"why":"by hand"}',1764000580.0,'a637245305e5389a4842374e');
INSERT INTO "events" VALUES(3,25,'{"type":"tile-corrected","square":"J8","tile":"S"}',1764000587.25,'d2439b199ee8d56ad88d4474');
CREATE TABLE games (game INTEGER PRIMARY KEY, head TEXT NOT NULL, wall REAL NOT NULL, over INTEGER NOT NULL DEFAULT 0, extras TEXT NOT NULL DEFAULT '', count INTEGER NOT NULL DEFAULT 0, last TEXT NOT NULL DEFAULT '', proof TEXT NOT NULL DEFAULT '');
INSERT INTO "games" VALUES(1,'{
 "version": 1,
 "variant": "classic",
 "language": "en",
 "sides": ["A","B"],
 "events": []
}
',1764000007.25,1,'',26,'755b7e7b17d8efab20fd314e','5e032966e3e3168696bb1242');
INSERT INTO "games" VALUES(2,'{
 "version": 1,
 "variant": "nhl",
 "language": "en",
 "sides": ["A","B"],
 "events": []
}
',1764000203.0,1,'{"referee": true}',26,'cbea9e0f9d8276ceb646e0e1','7b58532a0d13f7a5a3ffb6d9');
INSERT INTO "games" VALUES(3,'{
 "version": 1,
 "variant": "party",
 "language": "fr",
 "sides": ["A","B"],
 "events": []
}
',1764000398.75,0,'',26,'d2439b199ee8d56ad88d4474','8bd5e8441dce77fb3a929c09');
COMMIT;
PRAGMA user_version = 3;
PRAGMA application_id = 1953169411;
