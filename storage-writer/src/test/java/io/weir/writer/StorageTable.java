package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The table of limitations of each store in {@code docs/storage.md}, as a test of a store. */
final class StorageTable {
    private static final Path PAGE = Path.of("..", "docs", "storage.md");
    private static final Pattern LINE = Pattern.compile("`([a-zA-Z,]+[^`]* [^`]*=[^`]*)`");

    private StorageTable() {}

    /**
     * Delivers the lines of each row: the last one is rejected if the column says so, all others
     * are stored.
     */
    static void isTrueFor(Parcel parcel, String store) {
        List<String> rows = rows();
        int column = List.of(rows.get(0).split("\\s*\\|\\s*")).indexOf(store);
        assertThat(rows).hasSizeGreaterThan(10);
        for (String row : rows.subList(2, rows.size())) {
            List<String> lines =
                    LINE.matcher(row).results().map(found -> found.group(1)).toList();
            boolean isRefused = row.split("\\s*\\|\\s*")[column].startsWith("refused");
            parcel.rejected.clear();
            for (int i = 0; i < lines.size(); i++) {
                parcel.deliver("doc_" + lines.get(i) + " " + (StoreContract.T + i * 1_000_000L));
            }
            assertThat(lines).as(row).isNotEmpty();
            assertThat(parcel.rejected).as(row).hasSize(isRefused ? 1 : 0);
            if (isRefused) {
                assertThat(parcel.rejectedLines().get(0)).as(row).contains(lines.get(lines.size() - 1));
            }
        }
    }

    private static List<String> rows() {
        try {
            return Files.readAllLines(PAGE).stream()
                    .dropWhile(line -> !line.startsWith("| sent |"))
                    .takeWhile(line -> line.startsWith("|"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
