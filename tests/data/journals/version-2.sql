BEGIN TRANSACTION;
CREATE TABLE clocks (game INTEGER PRIMARY KEY REFERENCES games (game), body TEXT NOT NULL);
INSERT INTO "clocks" VALUES(3,'{"clock":1}');
CREATE TABLE events (game INTEGER NOT NULL REFERENCES games (game), number INTEGER NOT NULL, body TEXT NOT NULL, wall REAL NOT NULL, PRIMARY KEY (game, number));
INSERT INTO "events" VALUES(1,0,'{"type":"drawn","by":"A","letter":"E"}',1764000014.5);
INSERT INTO "events" VALUES(1,1,'{"type":"beginner-named","side":"A"}',1764000021.75);
INSERT INTO "events" VALUES(1,2,'{"type":"played","by":"A","tiles":{"H8":"S","I8":"D"}}',1764000029.0);
INSERT INTO "events" VALUES(1,3,'{"type":"played","by":"B","tiles":{"J8":"L","K8":"I","L8":"U","M8":"S","N8":"O"}}',1764000036.25);
INSERT INTO "events" VALUES(1,4,'{"type":"played","by":"A","tiles":{"K7":"a","K9":"L","K10":"R","K11":"A","K12":"Q"}}',1764000043.5);
INSERT INTO "events" VALUES(1,5,'{"type":"challenged","by":"B","good":true}',1764000050.75);
INSERT INTO "events" VALUES(1,6,'{"type":"played","by":"A","tiles":{"N9":"E","N10":"I","N11":"A"}}',1764000058.0);
INSERT INTO "events" VALUES(1,7,'{"type":"played","by":"B","tiles":{"K13":"A","K14":"Z","K15":"L"}}',1764000065.25);
INSERT INTO "events" VALUES(1,8,'{"type":"withdrawn","by":"B"}',1764000072.5);
INSERT INTO "events" VALUES(1,9,'{"type":"played","by":"B","tiles":{"L9":"T","M9":"I"}}',1764000079.75);
INSERT INTO "events" VALUES(1,10,'{"type":"played","by":"A","tiles":{"J7":"e","J9":"L","J10":"U","J11":"L"}}',1764000087.0);
INSERT INTO "events" VALUES(1,11,'{"type":"taken-up","by":"B"}',1764000094.25);
INSERT INTO "events" VALUES(1,12,'{"type":"accepted"}',1764000101.5);
INSERT INTO "events" VALUES(1,13,'{"type":"played","by":"B","tiles":{"M10":"E","M11":"I"}}',1764000108.75);
INSERT INTO "events" VALUES(1,14,'{"type":"passed","by":"A"}',1764000116.0);
INSERT INTO "events" VALUES(1,15,'{"type":"played","by":"B","tiles":{"M12":"A","M13":"R","M14":"D"}}',1764000123.25);
INSERT INTO "events" VALUES(1,16,'{"type":"replaced","index":10,"event":{"type":"passed","by":"A"}}',1764000130.5);
INSERT INTO "events" VALUES(1,17,'{"type":"played","by":"A","tiles":{"N12":"E","N13":"Z","N14":"I","N15":"b"}}',1764000137.75);
INSERT INTO "events" VALUES(1,18,'{"type":"adjusted","side":"B","points":6,"why":"by hand"}',1764000145.0);
INSERT INTO "events" VALUES(1,19,'{"type":"exchanged","by":"B","count":1}',1764000152.25);
INSERT INTO "events" VALUES(1,20,'{"type":"played","by":"A","tiles":{"L14":"D","O14":"S"}}',1764000159.5);
INSERT INTO "events" VALUES(1,21,'{"type":"tile-corrected","square":"I8","tile":"U"}',1764000166.75);
INSERT INTO "events" VALUES(1,22,'{"type":"ended","racks":{"A":"L","B":"I"},"reason":"no-space"}',1764000174.0);
INSERT INTO "events" VALUES(1,23,'{"type":"adjusted","side":"A","points":-2,"why":"by hand"}',1764000181.25);
INSERT INTO "events" VALUES(1,24,'{"type":"accepted"}',1764000188.5);
INSERT INTO "events" VALUES(1,25,'{"type":"adjusted","side":"B","points":0,"why":"by hand"}',1764000195.75);
INSERT INTO "events" VALUES(2,0,'{"type":"beginner-named","side":"A"}',1764000210.25);
INSERT INTO "events" VALUES(2,1,'{"type":"played","by":"A","tiles":{"H8":"b","I8":"D"}}',1764000217.5);
INSERT INTO "events" VALUES(2,2,'{"type":"played","by":"B","tiles":{"I7":"L","I9":"b"}}',1764000224.75);
INSERT INTO "events" VALUES(2,3,'{"type":"accepted"}',1764000232.0);
INSERT INTO "events" VALUES(2,4,'{"type":"goalie-pulled","by":"A","square":"H8"}',1764000239.25);
INSERT INTO "events" VALUES(2,5,'{"type":"played","by":"A","tiles":{"J9":"R","K9":"U","L9":"T","M9":"b"}}',1764000246.5);
INSERT INTO "events" VALUES(2,6,'{"type":"played","by":"B","tiles":{"M10":"A","M11":"D","M12":"A"}}',1764000253.75);
INSERT INTO "events" VALUES(2,7,'{"type":"played","by":"A","tiles":{"H7":"U","H9":"T"}}',1764000261.0);
INSERT INTO "events" VALUES(2,8,'{"type":"tile-corrected","square":"I9","tile":"Q"}',1764000268.25);
INSERT INTO "events" VALUES(2,9,'{"type":"played","by":"B","tiles":{"L8":"D","L10":"D","L11":"I"}}',1764000275.5);
INSERT INTO "events" VALUES(2,10,'{"type":"exchanged","by":"A","count":1}',1764000282.75);
INSERT INTO "events" VALUES(2,11,'{"type":"played","by":"B","tiles":{"M13":"S","M14":"U"}}',1764000290.0);
INSERT INTO "events" VALUES(2,12,'{"type":"played","by":"A","tiles":{"N11":"e","O11":"I"}}',1764000297.25);
INSERT INTO "events" VALUES(2,13,'{"type":"taken-up","by":"B"}',1764000304.5);
INSERT INTO "events" VALUES(2,14,'{"type":"passed","by":"B"}',1764000311.75);
INSERT INTO "events" VALUES(2,15,'{"type":"tile-corrected","square":"I7","tile":"I"}',1764000319.0);
INSERT INTO "events" VALUES(2,16,'{"type":"adjusted","side":"B","points":-4,"why":"by hand"}',1764000326.25);
INSERT INTO "events" VALUES(2,17,'{"type":"replaced","index":10,"event":{"type":"passed","by":"A"}}',1764000333.5);
INSERT INTO "events" VALUES(2,18,'{"type":"exchanged","by":"A","count":7}',1764000340.75);
INSERT INTO "events" VALUES(2,19,'{"type":"taken-up","by":"B"}',1764000348.0);
INSERT INTO "events" VALUES(2,20,'{"type":"penalised","by":"A","on":"B","why":"too-many-men"}',1764000355.25);
INSERT INTO "events" VALUES(2,21,'{"type":"accepted"}',1764000362.5);
INSERT INTO "events" VALUES(2,22,'{"type":"traded","by":"A","partners":["B"],"count":5}',1764000369.75);
INSERT INTO "events" VALUES(2,23,'{"type":"played","by":"B","tiles":{"L12":"L","L13":"Z","L14":"U","L15":"R"}}',1764000377.0);
INSERT INTO "events" VALUES(2,24,'{"type":"challenged","by":"A","good":true}',1764000384.25);
INSERT INTO "events" VALUES(2,25,'{"type":"ended","racks":{"A":"S","B":"O"}}',1764000391.5);
INSERT INTO "events" VALUES(3,0,'{"type":"drawn","by":"A","letter":"R"}',1764000406.0);
INSERT INTO "events" VALUES(3,1,'{"type":"accepted"}',1764000413.25);
INSERT INTO "events" VALUES(3,2,'{"type":"beginner-named","side":"A"}',1764000420.5);
INSERT INTO "events" VALUES(3,3,'{"type":"rolled","by":"A","letters":"T"}',1764000427.75);
INSERT INTO "events" VALUES(3,4,'{"type":"adjusted","side":"A","points":5,"why":"by hand"}',1764000435.0);
INSERT INTO "events" VALUES(3,5,'{"type":"clock-started","by":"B"}',1764000442.25);
INSERT INTO "events" VALUES(3,6,'{"type":"played","by":"A","tiles":{"G8":"T","H8":"I","I8":"b","J8":"O","K8":"e"}}',1764000449.5);
INSERT INTO "events" VALUES(3,7,'{"type":"clock-stopped","by":"A","zone":"x1"}',1764000456.75);
INSERT INTO "events" VALUES(3,8,'{"type":"accepted"}',1764000464.0);
INSERT INTO "events" VALUES(3,9,'{"type":"passed","by":"B"}',1764000471.25);
INSERT INTO "events" VALUES(3,10,'{"type":"rolled","by":"A","letters":"I"}',1764000478.5);
INSERT INTO "events" VALUES(3,11,'{"type":"clock-started","by":"B"}',1764000485.75);
INSERT INTO "events" VALUES(3,12,'{"type":"dinged"}',1764000493.0);
INSERT INTO "events" VALUES(3,13,'{"type":"rolled","by":"B","letters":"E"}',1764000500.25);
INSERT INTO "events" VALUES(3,14,'{"type":"clock-started","by":"A"}',1764000507.5);
INSERT INTO "events" VALUES(3,15,'{"type":"played","by":"B","tiles":{"K7":"E","K9":"I","K10":"I","K11":"L","K12":"A","K13":"I"}}',1764000514.75);
INSERT INTO "events" VALUES(3,16,'{"type":"taken-up","by":"B"}',1764000522.0);
INSERT INTO "events" VALUES(3,17,'{"type":"played","by":"B","tiles":{"L8":"E","M8":"T","N8":"N"}}',1764000529.25);
INSERT INTO "events" VALUES(3,18,'{"type":"clock-stopped","by":"B","zone":"x4"}',1764000536.5);
INSERT INTO "events" VALUES(3,19,'{"type":"chance-rolled","by":"B","face":"adversary-x1"}',1764000543.75);
INSERT INTO "events" VALUES(3,20,'{"type":"accepted"}',1764000551.0);
INSERT INTO "events" VALUES(3,21,'{"type":"rolled","by":"A","letters":"S"}',1764000558.25);
INSERT INTO "events" VALUES(3,22,'{"type":"ended","racks":{"A":"O","B":"I"}}',1764000565.5);
INSERT INTO "events" VALUES(3,23,'{"type":"adjusted","side":"B","points":7,"why":"by hand"}',1764000572.75);
INSERT INTO "events" VALUES(3,24,'{"type":"adjusted","side":"A","points":8,"why":"by hand"}',1764000580.0);
INSERT INTO "events" VALUES(3,25,'{"type":"tile-corrected","square":"J8","tile":"S"}',1764000587.25);
CREATE TABLE games (game INTEGER PRIMARY KEY, head TEXT NOT NULL, wall REAL NOT NULL, over INTEGER NOT NULL DEFAULT 0, extras TEXT NOT NULL DEFAULT '');
INSERT INTO "games" VALUES(1,'{
 "version": 1,
 "variant": "classic",
 "language": "en",
 "sides": ["A","B"],
 "events": []
}
',1764000007.25,1,'');
INSERT INTO "games" VALUES(2,'{
 "version": 1,
 "variant": "nhl",
 "language": "en",
 "sides": ["A","B"],
 "events": []
}
',1764000203.0,1,'{"referee": true}');
INSERT INTO "games" VALUES(3,'{
 "version": 1,
 "variant": "party",
 "language": "fr",
 "sides": ["A","B"],
 "events": []
}
',1764000398.75,0,'');
COMMIT;
PRAGMA user_version = 2;
