BEGIN TRANSACTION;
CREATE TABLE clocks (game INTEGER PRIMARY KEY REFERENCES games (game), body TEXT NOT NULL, proof TEXT NOT NULL DEFAULT '');
INSERT INTO "clocks" VALUES(3,'{"clock":1}','13d47ca690dc570689291626');
CREATE TABLE events (game INTEGER NOT NULL REFERENCES games (game), number INTEGER NOT NULL, body TEXT NOT NULL, wall REAL NOT NULL, link TEXT NOT NULL DEFAULT '', beside TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, number));
INSERT INTO "events" VALUES(1,0,'{"type":"drawn","by":"A","letter":"E"}',1764000014.5,'06ff08f07cf1b6de1f577d9a','');
INSERT INTO "events" VALUES(1,1,'{"type":"beginner-named","side":"A"}',1764000021.75,'29a4a93284c03c4c202fd255','');
INSERT INTO "events" VALUES(1,2,'{"type":"played","by":"A","tiles":{"H8":"S","I8":"D"}}',1764000029.0,'825c4950d393b785c76a5703','');
INSERT INTO "events" VALUES(1,3,'{"type":"played","by":"B","tiles":{"J8":"L","K8":"I","L8":"U","M8":"S","N8":"O"}}',1764000043.5,'e3c750e51b9900306354858c','{"wall":1764000036.25,"question":"Which letter is the blank on H8?","answer":"E"}');
INSERT INTO "events" VALUES(1,4,'{"type":"played","by":"A","tiles":{"K7":"a","K9":"L","K10":"R","K11":"A","K12":"Q"}}',1764000050.75,'cb41bc42f73b59208efd3a23','');
INSERT INTO "events" VALUES(1,5,'{"type":"challenged","by":"B","good":true,"words":["AILRAQ"]}',1764000058.0,'64b00a867e43d27802ff70a8','');
INSERT INTO "events" VALUES(1,6,'{"type":"played","by":"B","tiles":{"N9":"E","N10":"I","N11":"A"}}',1764000065.25,'e053b7b26c4551168d199f51','');
INSERT INTO "events" VALUES(1,7,'{"type":"played","by":"A","tiles":{"K13":"A","K14":"Z","K15":"L"}}',1764000072.5,'fb83cd3a6f1cc658f3adbd85','');
INSERT INTO "events" VALUES(1,8,'{"type":"withdrawn","by":"A"}',1764000079.75,'b3478b08b17f1839d03ed126','');
INSERT INTO "events" VALUES(1,9,'{"type":"played","by":"A","tiles":{"L9":"T","M9":"I"}}',1764000087.0,'60139fa392ec1108cd4364e0','');
INSERT INTO "events" VALUES(1,10,'{"type":"played","by":"B","tiles":{"J7":"e","J9":"L","J10":"U","J11":"L"}}',1764000094.25,'085b5538b15c20a49274a8fb','');
INSERT INTO "events" VALUES(1,11,'{"type":"taken-up","by":"A"}',1764000101.5,'f13a50d898c2020a5532824d','');
INSERT INTO "events" VALUES(1,12,'{"type":"accepted"}',1764000108.75,'4e5630eb97452214017a0e78','');
INSERT INTO "events" VALUES(1,13,'{"type":"played","by":"A","tiles":{"M10":"E","M11":"I"}}',1764000116.0,'a6f13311f16218fc8ead967d','');
INSERT INTO "events" VALUES(1,14,'{"type":"passed","by":"B"}',1764000123.25,'77468b07757b89193ce78211','');
INSERT INTO "events" VALUES(1,15,'{"type":"played","by":"A","tiles":{"M12":"A","M13":"R","M14":"D"}}',1764000130.5,'4876ebba251b25e63db8cb78','');
INSERT INTO "events" VALUES(1,16,'{"type":"replaced","index":10,"event":{"type":"passed","by":"B"}}',1764000137.75,'7c09ff6fa52baf21f94c1ba3','');
INSERT INTO "events" VALUES(1,17,'{"type":"played","by":"B","tiles":{"N12":"E","N13":"Z","N14":"I","N15":"b"}}',1764000145.0,'c910ea3e7209a53ec1886c34','');
INSERT INTO "events" VALUES(1,18,'{"type":"adjusted","side":"A","points":6,"why":"by hand"}',1764000152.25,'1f4ef95206139ab5b31dc65f','');
INSERT INTO "events" VALUES(1,19,'{"type":"exchanged","by":"A","count":1}',1764000159.5,'34593670a6710dc74f4ff983','');
INSERT INTO "events" VALUES(1,20,'{"type":"played","by":"B","tiles":{"L14":"D","O14":"S"}}',1764000166.75,'e6ce4df4861450b8b658d9a6','');
INSERT INTO "events" VALUES(1,21,'{"type":"tile-corrected","square":"I8","tile":"U"}',1764000174.0,'54e97c8fd6c68b75464555f8','');
INSERT INTO "events" VALUES(1,22,'{"type":"ended","racks":{"A":"L","B":"I"},"reason":"no-space"}',1764000181.25,'8e532995b82ebdff169f0cc2','');
INSERT INTO "events" VALUES(1,23,'{"type":"adjusted","side":"A","points":-2,"why":"by hand"}',1764000188.5,'e5da13c407955623faa87fd5','');
INSERT INTO "events" VALUES(1,24,'{"type":"accepted"}',1764000195.75,'cd938ad807f714bd90a66cda','');
INSERT INTO "events" VALUES(1,25,'{"type":"adjusted","side":"B","points":0,"why":"by hand"}',1764000203.0,'7e6025f59e7ee61af0c5c042','');
INSERT INTO "events" VALUES(2,0,'{"type":"beginner-named","side":"A"}',1764000217.5,'1d937e5eda3132cb038a7152','');
INSERT INTO "events" VALUES(2,1,'{"type":"played","by":"A","tiles":{"H8":"b","I8":"D"}}',1764000224.75,'09874742c4349809dfad3ff4','');
INSERT INTO "events" VALUES(2,2,'{"type":"played","by":"B","tiles":{"I7":"L","I9":"b"}}',1764000232.0,'fc32d2b6506d3db004469a4a','');
INSERT INTO "events" VALUES(2,3,'{"type":"accepted"}',1764000246.5,'973dd34ce7518e9ab1180d0f','{"wall":1764000239.25,"question":"Which letter is the blank on H8?","answer":"E"}');
INSERT INTO "events" VALUES(2,4,'{"type":"goalie-pulled","by":"A","square":"H8"}',1764000253.75,'e7a4244f0ec6ebbb3600ed30','');
INSERT INTO "events" VALUES(2,5,'{"type":"played","by":"A","tiles":{"J9":"R","K9":"U","L9":"T","M9":"b"}}',1764000261.0,'fc78958d41952dc410c4082b','');
INSERT INTO "events" VALUES(2,6,'{"type":"played","by":"B","tiles":{"M10":"A","M11":"D","M12":"A"}}',1764000268.25,'9dc71673d39989593908b3a9','');
INSERT INTO "events" VALUES(2,7,'{"type":"played","by":"A","tiles":{"H7":"U","H9":"T"}}',1764000275.5,'d4e90f15ca017af7a7d98f95','');
INSERT INTO "events" VALUES(2,8,'{"type":"tile-corrected","square":"I9","tile":"Q"}',1764000282.75,'f97fa18b09650e4a13809380','');
INSERT INTO "events" VALUES(2,9,'{"type":"played","by":"B","tiles":{"L8":"D","L10":"D","L11":"I"}}',1764000290.0,'07a799bd0753c682d4f533c9','');
INSERT INTO "events" VALUES(2,10,'{"type":"exchanged","by":"A","count":1}',1764000297.25,'d86d08095c9263dcfef6a275','');
INSERT INTO "events" VALUES(2,11,'{"type":"played","by":"B","tiles":{"M13":"S","M14":"U"}}',1764000304.5,'e95e210430fe4947fe288b86','');
INSERT INTO "events" VALUES(2,12,'{"type":"played","by":"A","tiles":{"N11":"e","O11":"I"}}',1764000311.75,'af4738b8e5c23d9b5756c9d9','');
INSERT INTO "events" VALUES(2,13,'{"type":"taken-up","by":"B"}',1764000319.0,'68198fe96194309ade680d8a','');
INSERT INTO "events" VALUES(2,14,'{"type":"passed","by":"B"}',1764000326.25,'c1351db0820a5ec64af5c597','');
INSERT INTO "events" VALUES(2,15,'{"type":"tile-corrected","square":"I7","tile":"I"}',1764000333.5,'f6cddc7a5cb7c3baf844a4e6','');
INSERT INTO "events" VALUES(2,16,'{"type":"adjusted","side":"B","points":-4,"why":"by hand"}',1764000340.75,'3cc4a94fddfa19fe0c6765c0','');
INSERT INTO "events" VALUES(2,17,'{"type":"replaced","index":10,"event":{"type":"passed","by":"A"}}',1764000348.0,'5f2aa33e5eb1c036d6a78b39','');
INSERT INTO "events" VALUES(2,18,'{"type":"exchanged","by":"A","count":7}',1764000355.25,'8ebd94905111f70f649b8e4e','');
INSERT INTO "events" VALUES(2,19,'{"type":"taken-up","by":"B"}',1764000362.5,'be9b60034756ea0d605db93b','');
INSERT INTO "events" VALUES(2,20,'{"type":"penalised","by":"A","on":"B","why":"too-many-men"}',1764000369.75,'3da7256699825d58d74c4766','');
INSERT INTO "events" VALUES(2,21,'{"type":"accepted"}',1764000377.0,'1ff965e502aab6b60ee94660','');
INSERT INTO "events" VALUES(2,22,'{"type":"traded","by":"A","partners":["B"],"count":5}',1764000384.25,'850a95c29310722bdc87e0e5','');
INSERT INTO "events" VALUES(2,23,'{"type":"played","by":"B","tiles":{"L12":"L","L13":"Z","L14":"U","L15":"R"}}',1764000391.5,'aea719b85563f4779e2b1523','');
INSERT INTO "events" VALUES(2,24,'{"type":"challenged","by":"A","good":true,"words":["DTDILZUR"]}',1764000398.75,'c39b0eabbce374cf835a9b54','');
INSERT INTO "events" VALUES(2,25,'{"type":"ended","racks":{"A":"S","B":"O"}}',1764000406.0,'a7064fa09dc7a042a134d247','');
INSERT INTO "events" VALUES(3,0,'{"type":"drawn","by":"A","letter":"R"}',1764000420.5,'ee9f80096648d38b75db9d51','');
INSERT INTO "events" VALUES(3,1,'{"type":"accepted"}',1764000427.75,'7b05c00a0030faa83937ffd1','');
INSERT INTO "events" VALUES(3,2,'{"type":"beginner-named","side":"A"}',1764000435.0,'ca667e640d029587c7af2511','');
INSERT INTO "events" VALUES(3,3,'{"type":"rolled","by":"A","letters":"T"}',1764000449.5,'8bce8e9242e29aaf46909bcb','{"wall":1764000442.25,"question":"Which letter is the blank on H8?","answer":"E"}');
INSERT INTO "events" VALUES(3,4,'{"type":"adjusted","side":"A","points":5,"why":"by hand"}',1764000456.75,'8d3f2b961ff16d4c5d470cc5','');
INSERT INTO "events" VALUES(3,5,'{"type":"clock-started","by":"B"}',1764000464.0,'dcd14c76a65a6d332c3971a1','');
INSERT INTO "events" VALUES(3,6,'{"type":"played","by":"A","tiles":{"G8":"T","H8":"I","I8":"b","J8":"O","K8":"e"}}',1764000471.25,'e15f2eac1beaad2a483ef279','');
INSERT INTO "events" VALUES(3,7,'{"type":"clock-stopped","by":"A","zone":"x1"}',1764000478.5,'8db75bea42adc5b03955e435','');
INSERT INTO "events" VALUES(3,8,'{"type":"accepted"}',1764000485.75,'8099f5d101f62f3d70690a00','');
INSERT INTO "events" VALUES(3,9,'{"type":"passed","by":"B"}',1764000493.0,'989ca60ddcb75dd60a66a81c','');
INSERT INTO "events" VALUES(3,10,'{"type":"rolled","by":"A","letters":"I"}',1764000500.25,'ad088f04d060496facf88983','');
INSERT INTO "events" VALUES(3,11,'{"type":"clock-started","by":"B"}',1764000507.5,'0e3fca6589ab66bdd1a0be77','');
INSERT INTO "events" VALUES(3,12,'{"type":"dinged"}',1764000514.75,'6a9d96d283cf2f47daa6e32a','');
INSERT INTO "events" VALUES(3,13,'{"type":"rolled","by":"B","letters":"E"}',1764000522.0,'26de9ac1b0e45a9c742a2f76','');
INSERT INTO "events" VALUES(3,14,'{"type":"clock-started","by":"A"}',1764000529.25,'e37129dc40952d0a8e6677a2','');
INSERT INTO "events" VALUES(3,15,'{"type":"played","by":"B","tiles":{"K7":"E","K9":"I","K10":"I","K11":"L","K12":"A","K13":"I"}}',1764000536.5,'b572e0769e8250755a86547c','');
INSERT INTO "events" VALUES(3,16,'{"type":"taken-up","by":"B"}',1764000543.75,'df2ef9254a611d35f34421ac','');
INSERT INTO "events" VALUES(3,17,'{"type":"played","by":"B","tiles":{"L8":"E","M8":"T","N8":"N"}}',1764000551.0,'b08dc7af43322e0e05e5af55','');
INSERT INTO "events" VALUES(3,18,'{"type":"clock-stopped","by":"B","zone":"x4"}',1764000558.25,'ab724bfd6e63b81f21f721ae','');
INSERT INTO "events" VALUES(3,19,'{"type":"chance-rolled","by":"B","face":"adversary-x1"}',1764000565.5,'af7890459033052783d1476a','');
INSERT INTO "events" VALUES(3,20,'{"type":"accepted"}',1764000572.75,'2b79ae62a8ed9a33703bca3c','');
INSERT INTO "events" VALUES(3,21,'{"type":"rolled","by":"A","letters":"S"}',1764000580.0,'5f298df76e212dce27a28b70','');
INSERT INTO "events" VALUES(3,22,'{"type":"ended","racks":{"A":"O","B":"I"}}',1764000587.25,'b2f5e865d6bd1a3404895b11','');
INSERT INTO "events" VALUES(3,23,'{"type":"adjusted","side":"B","points":7,"why":"by hand"}',1764000594.5,'48e70a58487ec035a87a01ba','');
INSERT INTO "events" VALUES(3,24,'{"type":"adjusted","side":"A","points":8,"why":"by hand"}',1764000601.75,'d271ce000a18e204e1e271ba','');
INSERT INTO "events" VALUES(3,25,'{"type":"tile-corrected","square":"J8","tile":"S"}',1764000609.0,'564cf05810c2e945b97bc78d','');
CREATE TABLE games (game INTEGER PRIMARY KEY, head TEXT NOT NULL, wall REAL NOT NULL, over INTEGER NOT NULL DEFAULT 0, extras TEXT NOT NULL DEFAULT '', count INTEGER NOT NULL DEFAULT 0, last TEXT NOT NULL DEFAULT '', proof TEXT NOT NULL DEFAULT '');
INSERT INTO "games" VALUES(1,'{
 "version": 1,
 "variant": "classic",
 "language": "en",
 "sides": ["A","B"],
 "options": {"challenge":"5-a-word"},
 "events": []
}
',1764000007.25,1,'',26,'7e6025f59e7ee61af0c5c042','cc8aa39ec3e3cebb6a738900');
INSERT INTO "games" VALUES(2,'{
 "version": 1,
 "variant": "nhl",
 "language": "en",
 "sides": ["A","B"],
 "events": []
}
',1764000210.25,1,'{"referee": true}',26,'a7064fa09dc7a042a134d247','b59782c93a567b6f836a2c80');
INSERT INTO "games" VALUES(3,'{
 "version": 1,
 "variant": "party",
 "language": "fr",
 "sides": ["A","B"],
 "events": []
}
',1764000413.25,0,'',26,'564cf05810c2e945b97bc78d','364eb24cab0f356df40cbd49');
COMMIT;
PRAGMA user_version = 4;
PRAGMA application_id = 1953169412;
