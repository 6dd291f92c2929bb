-- Runs, and all that belongs to them. A real number that is NULL is NaN: SQLite keeps infinities, but no NaN.
PRAGMA application_id = 0x4C4F4F4D;  -- "LOOM"

-- The lowest schema version whose programs can still read this file.
CREATE TABLE store (readable_from INTEGER NOT NULL) STRICT;
INSERT INTO store VALUES (1);

-- What lists show. Small, since it is read for all runs at once.
CREATE TABLE run (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    key         TEXT NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    status      TEXT NOT NULL,
    message     TEXT NOT NULL DEFAULT '',
    model       TEXT NOT NULL,
    data        TEXT NOT NULL,
    started     TEXT NOT NULL,
    ended       TEXT NOT NULL DEFAULT '',
    seconds     REAL DEFAULT 0,
    notes       TEXT NOT NULL DEFAULT '',
    is_starred  INTEGER NOT NULL DEFAULT 0,
    is_archived INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX run_name ON run (name);
CREATE INDEX run_running ON run (id) WHERE status = 'running';

-- What defines a run; can be large (vocabularies are part of model_state).
CREATE TABLE definition (
    run             INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    seed            INTEGER NOT NULL,  -- 64 bits without sign
    data_hash       TEXT NOT NULL,
    code_version    TEXT NOT NULL,
    device          TEXT NOT NULL,
    parameters      INTEGER NOT NULL,
    train_examples  INTEGER NOT NULL,
    dev_examples    INTEGER NOT NULL,
    test_examples   INTEGER NOT NULL,
    steps_per_epoch INTEGER NOT NULL,
    config          TEXT NOT NULL,
    script          TEXT,
    model_state     TEXT NOT NULL
) STRICT;

-- The process that writes a running run. No row: nobody does.
CREATE TABLE owner (
    run           INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    boot          TEXT NOT NULL,
    pid_namespace TEXT NOT NULL,
    pid           INTEGER NOT NULL,
    pid_started   INTEGER NOT NULL,
    heartbeat     INTEGER NOT NULL  -- milliseconds since boot
) STRICT;

CREATE TABLE tag (
    run  INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE step (
    run              INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    step             INTEGER NOT NULL,
    epoch            INTEGER NOT NULL,
    loss             REAL,
    examples         INTEGER NOT NULL,
    nodes            INTEGER NOT NULL,
    batches          INTEGER NOT NULL,
    launches         INTEGER NOT NULL,
    gradient_norm    REAL,
    seconds          REAL,
    time_build       REAL,
    time_plan        REAL,
    time_gather      REAL,
    time_product     REAL,
    time_elementwise REAL,
    time_scatter     REAL,
    time_update      REAL,
    time_other       REAL,
    digest           INTEGER NOT NULL,  -- 64 bits without sign
    PRIMARY KEY (run, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE epoch (
    run                 INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    epoch               INTEGER NOT NULL,
    step                INTEGER NOT NULL,
    train_loss          REAL,
    dev_loss            REAL,
    chosen_metric       TEXT NOT NULL,
    is_best             INTEGER NOT NULL,
    examples_per_second REAL,
    seconds             REAL,
    PRIMARY KEY (run, epoch)
) STRICT, WITHOUT ROWID;

CREATE TABLE metric (
    run   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    scope TEXT NOT NULL,  -- 'dev' or 'test'
    epoch INTEGER NOT NULL,
    name  TEXT NOT NULL,
    value REAL,
    PRIMARY KEY (run, scope, epoch, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    id   INTEGER PRIMARY KEY,
    run  INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    step INTEGER NOT NULL,
    time TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX event_run ON event (run);

CREATE TABLE artifact (
    run   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    kind  TEXT NOT NULL,  -- 'best'; 'checkpoint': weights after the best; 'state': all to go on from
    epoch INTEGER NOT NULL,
    step  INTEGER NOT NULL,
    file  BLOB NOT NULL,
    PRIMARY KEY (run, kind)
) STRICT;
