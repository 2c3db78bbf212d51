"""What the commands say of calls and of files, in English.

Each is found again by its words in sentences.py, with whatever stands between them,
and said in the language of the terminal; what click says is among them, as several
of its versions say it.
Tests: tests/device/test_sentences.py.
"""

from __future__ import annotations

from device.language.texts import N_

CALLS: tuple[str, ...] = (
    N_("There is nothing to back up in {folder}: play a game first with `tilekeeper play`."),
    N_(
        "Nothing can be kept, as this user has no home:"
        " set STATE_DIRECTORY, XDG_STATE_HOME or HOME to a folder."
    ),
    N_("{file} is not in the backup: {why}."),
    N_("{file} is a folder: name a file in it, such as {example}."),
    N_("{file} is a folder: name a file in it."),
    N_("{path} is cut off: copy it again from where it came from, or use an older one."),
    N_("{path} is cut off: copy it again from where it came from."),
    N_("{path} is there already, and holds something else: name another file."),
    N_("{path} is no backup: name a zip that `tilekeeper backup` wrote."),
    N_("{path} is an empty backup: there is nothing in it to restore."),
    N_("{path} is damaged ({why}), and too large to be mended: move it away."),
    N_(
        "{path} was made by a newer tilekeeper (version {version}, this one reads {version2}):"
        " update tilekeeper."
    ),
    N_("{path} holds {name}, which belongs in no backup."),
    N_("{path} holds {name}, which is larger than one can be."),
    N_("{path} is damaged ({why}): take another backup."),
    N_("it can't be unpacked"),
    N_("{path} can't be restored: {name}: {why}."),
    N_("{path} can't be restored ({why}): everything is as it was."),
    N_("{path} needs {size} MB, and {free} MB are free for it in {folder}: make room."),
    N_("{file} can't be written: call this with sudo, or with --without-settings."),
    N_(
        "A restore in {folder} was cut off, and can't be finished now ({why}): call this once more,"
        " with sudo if it is the service's."
    ),
    N_(
        "{path} isn't carried out ({why}): it lies in {aside} now. If anything is missing, restore"
        " the newest before-restore-….zip there."
    ),
    N_("{path} isn't carried out ({why}): remove it."),
    N_("There is no page {page}: the last one is {pages}."),
    N_("--page is of the list of games: name no game, and no --statistics."),
    N_("{path} can't be read ({why}); nothing was changed."),
    N_("{path} can't be locked ({why}): begin no second table there."),
    N_("What lies in {folder} can't be set aside ({why}): everything is as it was."),
    N_("{n} names, {most} at most"),
    N_("it is no file"),
    N_("{name} is no file"),
    N_("it has more than {n} bytes"),
    N_("it is a link"),
    N_("it is no file of its own"),
    N_("another user has laid it there"),
    N_("others can write it"),
    N_("it is another user's"),
    N_("it is damaged: {why}"),
    N_("{why}; nor can it be set aside ({error})"),
    N_(
        "{folder} is another user's (number {number}), whose restore alone is trusted there: call"
        " this with sudo."
    ),
    N_("What was unpacked has been changed meanwhile: everything is as it was."),
    N_(
        "{folder} belongs to user {number}, and nothing is done there as root ({why}): call this as"
        " that user."
    ),
    N_(
        "{folder} belongs to user {number}, who can't read this program ({program}), and nothing is"
        " done there as root: install it where all may read it."
    ),
    N_("{name} was damaged: as it was it lies in {folder}."),
    N_("{name} belongs in no backup: it lies in {folder}."),
    N_("A table runs here: end it first."),
    N_("Name a photo, or a turn of a game: not both."),
    N_("--turn is of a game: add --game."),
    N_("--{option} is of a photo: name one."),
    N_("Nothing was written: a report without its picture tells nothing."),
    N_("No picture of a play is kept beside {path}: name a photo."),
    N_("No picture is kept of game {number}: name a photo."),
    N_("No picture is kept of turn {turn} of game {number}: name a photo."),
    N_("Game {number} has 1 turn: `tilekeeper history {number2}` shows its sheet."),
    N_("Game {number} has {turns} turns: `tilekeeper history {number2}` shows its sheet."),
    N_("Turn {turn} of game {number} was a pass: no picture is kept of one."),
    N_("Turn {turn} of game {number} was no play: a picture is kept of plays alone."),
    N_("{path} doesn't say what lies there: {why}."),
    N_("it is no text in UTF-8"),
    N_("it has {number} rows, and {size} are needed"),
    N_("row {number} has {signs} signs, and {size} are needed"),
    N_("it holds {number} boards, and one is needed"),
    N_('rows are of letters, "." empty, "?" a blank, "#" not to be told'),
    N_("{path} is no report of a reading: name a zip that `tilekeeper report` wrote."),
    N_("{path} can't be read as it was: {why}."),
    N_("A table runs here: stop it first (sudo systemctl stop tilekeeper)."),
    N_("A table runs here (process {number}): end it first."),
    N_("{longest_name} is no name for a layout: use up to {longest_name2} letters and figures"),
    N_("{name} is no name for a layout: use letters and figures"),
    N_("{path} holds no layout: it should say rows = [ … ]"),
    N_("a list needs a name: what should answers call it?"),
    N_("{longest_name}… is no name for a list: take {longest_name2} characters at most"),
    N_("{name} is no name for a list: it has signs in it that can't be shown"),
    N_("{path} is empty: it should hold one word a line."),
    N_("{path} is no list of one word a line: most lines can't be laid ({first})."),
    N_("{path} should hold one .txt file ({names} found): unpack it and name the list."),
    N_("{path} holds more than a list of words can have (64 MB)."),
    N_("{path} can't be written ({why}); nothing was kept"),
    N_("no layout {name} is known: there is {others}; `tilekeeper teach` makes one"),
    N_(
        "the board {name} of {size} squares a side can't be read from the camera: games on it are "
        "opened from files (tilekeeper replay, export)"
    ),
    N_(
        "The tiles {tiles} of the set {name} can't be read from the camera, for they have several "
        "letters: games with them are opened from files (tilekeeper replay, export)."
    ),
    N_(
        "no {language} list ships with tilekeeper: import one with tilekeeper words import FILE"
        " --language {language2} --name NAME"
    ),
    N_(
        "{path} has more than {megabytes} MB: import a list of its words with tilekeeper words"
        " import"
    ),
    N_(
        "the imported list {path} can't be used ({why}): import it again, or go back with"
        " tilekeeper words forget --language {language}"
    ),
    N_("{path} can't be removed ({why})"),
    N_("{path} can't be read ({why})"),
    N_("{path} can't be written ({why}); it is as it was"),
    N_(
        "{path} is neither in UTF-8 nor in Latin-1: line {number} would be {longest_word}. Save"
        " the list as UTF-8."
    ),
    N_("{path} is too large for a list of words (64 MB at most)."),
    N_("{path} is called .zip, but is no zip: fetch it again, it may have been cut off."),
    N_("{path} is in UTF-16: save the list as UTF-8."),
    N_("{path} is no text: it should hold one word a line."),
    N_("No word list: {why}."),
    N_("{why}: this board isn't offered."),
    N_(
        "{path} has more than {most_words} words, and no more can be taken: leave out what is"
        " too long for the board."
    ),
    N_("{path} does not exist: check the name."),
    N_("{path} can't be unpacked ({why}): unpack it yourself."),
    N_("it doesn't begin as a journal does"),
    N_("it says to be of version {found} and of {told}"),
    N_(
        "{path} was written by a newer tilekeeper (version {found}, this one reads {version}):"
        " update tilekeeper, or move the file away."
    ),
    N_("the row of game {game} is not the one that was kept"),
    N_("game {game} has {bodies} of its {count} events"),
    N_("game {game} had more events: {count} at least"),
    N_("game {game} is not there any more"),
    N_("game {game} was over"),
    N_("there is no game {game}"),
    N_("{path} does not exist: no game has been kept there yet. `tilekeeper play` keeps one."),
    N_(
        "{path} does not exist: no game has been kept there yet. `tilekeeper play` keeps one; or"
        " name a photo."
    ),
    N_("game {lost} has events, and no row of its own"),
    N_("event {number} of game {game} is not the one kept"),
    N_("{path} is damaged, and can't be set aside ({why}): move it away."),
    N_("{path} can't be made whole ({why})."),
    N_("{path} is damaged: {why}."),
    N_("{path} can't be written ({why})."),
    N_("{path} is no journal, or an empty one: it holds no games."),
    N_("it is empty, and game {game} was kept in it"),
    N_("the clocks of game {game} are not those that were kept"),
    N_("{name} can't be a table's name: use up to 40 letters, digits, spaces, - and _"),
    N_("a tile's picture is of another size"),
    N_("no table {name} is known ({known}): see tilekeeper enrol --help"),
    N_(
        "{path} was written by a newer tilekeeper (version {version}, this one reads"
        " {version2}): update tilekeeper, or enrol the table under another name"
    ),
    N_("{path} is broken ({why}); it was set aside as {aside}: enrol the table again"),
    N_("{label} is no tile"),
    N_("{out} names no file to write to."),
    N_("{path} is empty: it should hold a game, as GCG or JSON."),
    N_("{path} is far too large for the record of a game."),
    N_("{path} can't be written (no such folder); nothing was changed."),
    N_("{path} can't be written ({why}); nothing was changed."),
    N_("{output}{named} would be overwritten: name another file to write to."),
    N_("{path} is no file: name one that holds TOML"),
    N_("{path} is far too large for TOML (256 KB at most)"),
    N_("{path} is no TOML: {why}"),
    N_("{why}: a name with an accent or a space stands in quotes"),
    N_("{path} must end in .png or .jpg"),
    N_("nothing can be written to standard output ({why}): what it had to say is lost"),
    N_("standard input is closed: name a file, or write into it"),
    N_("layout has {rows} rows; a board has 1 to {largest_board}."),
    N_("rows has {rows} rows; a board has 1 to {largest_board}."),
    N_("rows has {rows} rows, but {where} has {size}."),
    N_("heights has {heights} rows, but rows has {rows}."),
    N_("roll.letter is {letter}, which is no letter of the set."),
    N_("tiles is empty: a play lays one tile or more."),
    N_("This line is no JSON ({why})."),
    N_("This line is nested too deeply."),
    N_("heights came without rows."),
    N_("rows: row {number} has {row} squares, but the board {size}."),
    N_("heights: {square} tiles on {square2}, but {variant} has {highest_pile} at most."),
    N_("heights: row {number} has {digits} squares, but the board {row}."),
    N_("heights: row {number} is {digits}; it should be digits."),
    N_("heights: row {number} and rows disagree on what is empty."),
    N_("rows: {tile} on {name} is no tile of the set {tile_set}."),
    N_("{text} has {numbers} numbers: give {form}"),
    N_("{text} holds a number without end: give {form}"),
    N_("{text} is no board: two corners are less than 60 pixels apart"),
    N_("{text} goes round the wrong way: give {form}"),
    N_("{text} makes no board with four corners: give {form}"),
    N_("{text} holds something that is no number: give {form}"),
    N_("{name} is no name for a side: it has signs in it that can't be shown"),
    N_("screen.{key}: there is no {value}; there are {known}"),
    N_("{where}: no table [{table}] is known{tables}"),
    N_("{where}: {table} must be a table: write [{table2}]"),
    N_("{where}: no key {name} is known{known}"),
    N_("Name a broker with --broker, or under [hall] in the settings."),
    N_("{broker} names no broker: write it like hall.local (docs/hall.md)"),
    N_("{broker} has no port that there can be"),
    N_("Name a file, or a game with --game."),
    N_("--to {form} needs --output: a picture can't be printed here."),
    N_("{file}: nothing was written; correct that line first."),
    N_("There is no game {number} in {path}: `tilekeeper history` lists them."),
    N_("Game {number}: its points stay hidden until it is over."),
    N_("No game is being played in {path}."),
    N_("--to {form} needs --output: it is no text."),
    N_("--running is a game by itself: leave --game out."),
    N_("--running is a game by itself: name no other."),
    N_("--running is for a journal, and {file} is none."),
    N_("--to is for one game: name it by its number."),
    N_("--to is a form by itself: leave --json and --pictures out."),
    N_("--output needs --to: which form is to be written?"),
    N_("{path} isn't kept up to date ({why}): the game goes on all the same."),
    N_("live.gcg: {name} is no file: write its whole path, from / on"),
    N_("There is no game {number} in {path}: {why}."),
    N_("--pictures belongs to one game: name it by its number."),
    N_("--statistics belongs to all games: name none."),
    N_("--list {name} is no list of the language {spoken}."),
    N_("{given} can't be laid with the tiles: a word has two letters or more, and no signs."),
    N_("{game} has no {dice} die: use --variant party"),
    N_("Which dice? Say letter, chance or scramble."),
    N_("{game} has no letter dice: use --variant scramble"),
    N_(
        "{value} should be six whole numbers from 1 to {longest}, or one for all zones: use"
        " --seconds 15,15,15,15,15,15"
    ),
    N_("A sand timer has one zone and no sides: use --timer alone"),
    N_("The timer is for two to four sides with different names, not {names}: use --sides Ann,Ben"),
    N_("There are neither buttons nor a screen: nothing could start the clock."),
    N_("{folder} is no folder: name the folder that holds the pictures"),
    N_("{folder} holds no pictures: they must end in .jpg or .png"),
    N_("{folder} can't be looked into ({why})"),
    N_("--parts and --bench are two calls: take one of them"),
    N_("you may not look into {folder}: {why}"),
    N_("you may not ask the table that runs here ({path}): {why}"),
    N_(
        'join its group with `sudo usermod -aG tilekeeper "$USER"` and log in again, or call it'
        " with sudo"
    ),
    N_("{path} can't be asked ({why})"),
    N_("the table ended while it was asked ({why})"),
    N_(
        "the table that runs here gave no report: {why}; was it updated meanwhile? `sudo systemctl"
        " restart tilekeeper` starts it anew"
    ),
    N_("that is no report ({why})"),
    N_(
        "the table that runs here gave no answer within {n} s: start it anew with `sudo systemctl"
        " restart tilekeeper`; the game goes on where it was"
    ),
    N_("The camera hangs: it neither gives a picture nor closes."),
    N_("The camera gives no picture."),
    N_("the table runs and has buttons and lamps: stop it with `{stop}`"),
    N_("{folder} can't be written to ({why}): check the disk"),
    N_("A clock has one zone or more, each of 1 to {longest} seconds: it can't be {any}."),
    N_("The clock of this turn says {text}: wind it up."),
    N_("The clock of this turn can't be read ({why}): wind it up."),
    N_("{name} is empty: give a JPEG or PNG file"),
    N_("{name} is no picture: give a JPEG or PNG file"),
    N_("{name} is a PostScript program: give a JPEG or PNG file"),
    N_("{name} is an SVG drawing: give a JPEG or PNG file"),
    N_("{name} is an XML file: give a JPEG or PNG file"),
    N_("{name} is a {format}: give a JPEG or PNG file"),
    N_("it can't be decoded"),
    N_("premature end of JPEG file"),
    N_("from some place on it is lighter, darker or of another colour"),
    N_("{name} is damaged ({why}): take or copy it again"),
    N_("{path} is no film that can be played: give an MP4, MKV or AVI file"),
    N_("{path} can't be opened as a film: record or copy it again"),
    N_("{path} has {width} × {height} pixels: record it smaller"),
    N_("{name} is a WebP, which doesn't show whether it is whole: save it as JPEG"),
    N_(
        "{name} is in HEIC, an iPhone's format: save it as JPEG, or set the phone's camera to"
        " 'Most Compatible' (Settings, Camera, Formats)"
    ),
    N_("{name} is in AVIF: save it as JPEG or PNG"),
    N_("its brightness is given in fractions"),
    N_(
        "{name} has {width} × {height} pixels, more than {largest_megapixels} million: save it"
        " smaller"
    ),
    N_("{name} is compressed too much: save it in a better quality"),
    N_("{path} is a folder: name the photos in it"),
    N_("{path} can't be read ({why}): take or copy it again"),
    N_("{name} is far too large a picture: save it smaller"),
    N_("{path} is no file but a pipe or a device: save it to a file"),
    N_("{path} has more than {largest_file} MB: save it as JPEG"),
    N_("{path}: games can't be kept there ({why})."),
    N_("this line is far too long for a play (16 MB at most), and nothing is read behind it"),
    N_("{path} can't be written ({why}): what is half done isn't kept."),
    N_("{value} is no size: write it like 480x320"),
    N_("{value} is too small or too large: {least} to {most} are possible"),
    N_("{why}. The game goes on without what was known of the table."),
    N_("standard input: {why}"),
    N_("name at least one photo, or use --list or --forget NAME"),
    N_("{path} has {n} rows, but the board of {game} has {m}"),
    N_("{square} holds {label}, which is no tile"),
    N_(
        "the tiles don't lie as one of each letter in alphabetical order would ({squares}): lay"
        " them anew, clear the board, or say what lies there with --rows"
    ),
    N_(
        "{square} reads as {read} and {square2} reads as {read2}: are they swapped? If not,"
        " --as-laid believes their places"
    ),
    N_(
        "too many squares read as something else ({squares}): lay the tiles anew, or use --as-laid"
        " if they lie right"
    ),
    N_("something lies over {squares}: clear the view"),
    N_("--answer {answer}: say a square and a kind, such as D1=t; kinds are {kinds}"),
    N_("{name} is no square: a letter and a number, such as H8"),
    N_("vision/data/{name} can't be used ({why})"),
    N_("vision/data/{name} can't be read ({why})"),
    N_("{name} and vision/reading.py differ in their classes"),
    N_("vision/data/tile_styles.npz was made for another network than reader.onnx"),
    N_(
        "Tesseract is not installed, so printed words can't be read and colours alone decide:"
        " apt-get install tesseract-ocr tesseract-ocr-fra"
    ),
    N_(
        "Tesseract has none of the languages that boards are printed in, so colours alone decide:"
        " apt-get install tesseract-ocr-eng tesseract-ocr-fra"
    ),
    N_("this word has no letters: name a word to judge"),
    N_("none has been kept there yet"),
    N_("the newest is {number}"),
    N_("Points stay hidden until the game is over"),
    N_("not a legal play: {why}"),
    N_("line {number}: {why}"),
    N_("game {number}: {why}"),
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("Not a directory"),
    N_("File name too long"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("{languages}: whose tile set [the game's own]."),
    N_("{languages}: whose tile set [the table's, if the game has it]."),
    N_("{languages}: whose tile set [default: the game's own]"),
    N_("auto (the first there is), {kinds}, folder:PATH (one picture a turn) or video:PATH"),
    N_("the field {name} is missing"),
    N_("A line is one JSON object: {why}"),
    N_("Got unexpected extra argument ({args})"),
    N_("Got unexpected extra arguments ({args})"),
    N_("Option {name} requires an argument."),
    N_("No such option: {name}"),
    N_("No such option {name}."),
    N_("No such command {name}."),
    N_("{value} is not one of {choices}."),
    N_("{value} is not a valid integer."),
    N_("{value} is no number of a game: `tilekeeper history` lists them."),
    N_("{value} is not in the range {range}."),
    N_("File {name} is a directory."),
    N_("{path} holds {games} games: choose one with --game."),
    N_("There is no game {number} in {path}."),
    N_("{path} is one game by itself: leave --game {number} out."),
    N_(
        "{path} is the score sheet of game {number}, not the game: `tilekeeper export --game "
        "{number2}` writes that, as does the list of `tilekeeper history --json`."
    ),
    N_("{path}: game {number} was not over yet when this was printed."),
    N_("{path}: line {number} lists no game."),
    N_("Missing command."),
    N_("Did you mean {possibility}?"),
    N_("{first} Did you mean {possibility}?"),
    N_("{first} (Did you mean one of: {possibilities}?)"),
    N_("{first} (Possible options: {possibilities})"),
)
"""What is wrong with a call, with a file or with a line of it."""
