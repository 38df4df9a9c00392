package io.weir.standalone.status;

import java.util.ArrayList;
import java.util.List;

/** Arranges the parts of a status side by side, in as many lines as they need. Pure. */
final class Layout {

    static final String BETWEEN = " | ";

    private static final String CUT = "...";

    private Layout() {}

    /** No line exceeds {@code width}. A part that alone is longer is cut; all others stay whole. */
    static List<String> lines(List<String> parts, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String part : parts) {
            if (line.length() > 0 && line.length() + BETWEEN.length() + part.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? BETWEEN : "").append(cut(part, width));
        }
        lines.add(line.toString());
        return lines;
    }

    private static String cut(String part, int width) {
        if (part.length() <= width) {
            return part;
        }
        return width <= CUT.length()
                ? part.substring(0, Math.max(0, width))
                : part.substring(0, width - CUT.length()) + CUT;
    }
}
