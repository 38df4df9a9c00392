package io.weir.standalone.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The directories of QuestDB's tables, and what they contain. */
final class TableFiles {

    private TableFiles() {}

    /** The tables of a store, which may be new. */
    static List<Path> tables(Path store) throws IOException {
        Path tables = store.resolve("db");
        if (Files.notExists(tables)) {
            return List.of();
        }
        return children(tables).stream().filter(Files::isDirectory).toList();
    }

    /** The files and directories in a directory. */
    static List<Path> children(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.toList();
        }
    }
}
