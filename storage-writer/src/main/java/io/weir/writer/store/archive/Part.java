package io.weir.writer.store.archive;

import io.weir.contract.archive.FileName;
import io.weir.parquet.UnreadableFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The lines of a range in a file. A file of the writer has one part, a merged file several.
 *
 * @param files how many files the writer wrote for the range
 */
record Part(FileName.Range range, int files) {
    private static final int WORDS = 3;

    /** The parts of a file. */
    static List<Part> read(FileName name, Map<String, String> metadata) throws UnreadableFileException {
        try {
            String merged = metadata.get(Layout.PARTS);
            if (merged == null) {
                return List.of(new Part(name.range(), Integer.parseInt(metadata.getOrDefault(Layout.FILES, "0"))));
            }
            List<Part> parts = new ArrayList<>();
            for (String part : merged.split(" ", -1)) {
                String[] words = part.split("-", -1);
                if (words.length != WORDS) {
                    throw new UnreadableFileException("has unreadable metadata: " + Layout.PARTS + " " + part);
                }
                parts.add(new Part(
                        new FileName.Range(Long.parseLong(words[0]), Long.parseLong(words[1])),
                        Integer.parseInt(words[2])));
            }
            return parts;
        } catch (NumberFormatException e) {
            throw new UnreadableFileException("has unreadable metadata: " + e.getMessage());
        }
    }

    /** The value of {@link Layout#PARTS}. */
    static String spelled(List<Part> parts) {
        return parts.stream()
                .map(part -> part.range.first() + "-" + part.range.next() + "-" + part.files)
                .collect(Collectors.joining(" "));
    }
}
