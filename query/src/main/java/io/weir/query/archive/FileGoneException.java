package io.weir.query.archive;

/** A file has gone since it was listed, such as by a compaction. Lines of it may be in another file now. */
final class FileGoneException extends Exception {
    private static final long serialVersionUID = 1;

    FileGoneException(String message) {
        super(message);
    }
}
