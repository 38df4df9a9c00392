package io.weir.query.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Keeps statements in the address of a request short enough for servers. */
public final class Statements {
    /** Of the columns, in the address of the request. */
    private static final int LONGEST_COLUMNS = 8_000;

    private Statements() {}

    /** The length of a text in the address of a request. */
    public static int encodedLength(String text) {
        return URLEncoder.encode(text, UTF_8).length();
    }

    /**
     * Divides columns among statements, at least one, in their order.
     *
     * @param lengthBesideName the encoded length of a statement's text for each column, without the column's name
     */
    public static <T> List<List<T>> parts(List<T> columns, Function<T, String> name, int lengthBesideName) {
        List<List<T>> parts = new ArrayList<>();
        List<T> part = new ArrayList<>();
        int length = 0;
        for (T each : columns) {
            if (length > LONGEST_COLUMNS) {
                parts.add(part);
                part = new ArrayList<>();
                length = 0;
            }
            part.add(each);
            length += encodedLength(name.apply(each)) + lengthBesideName;
        }
        parts.add(part);
        return parts;
    }
}
