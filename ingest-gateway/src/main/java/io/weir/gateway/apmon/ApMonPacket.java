package io.weir.gateway.apmon;

import io.weir.gateway.intake.spelling.LineSpeller;
import org.jspecify.annotations.Nullable;

/**
 * Converts a packet to a line. The cluster becomes the measurement, the node its tags, the
 * parameters its fields, the time its timestamp in seconds. Every number becomes a float, as in
 * MonALISA, because clients send the same count as an int or a double.
 *
 * <p>An incomplete packet is rejected as a whole, as in MonALISA; an invalid parameter is rejected
 * alone. Rejected data never contains the password. Never throws because of data. Not thread-safe.
 */
final class ApMonPacket {
    private static final int STRING = 0;
    private static final int INT = 2;
    private static final int HYPER = 3;
    private static final int FLOAT = 4;
    private static final int DOUBLE = 5;
    private static final int NO_NUMBER = -1;

    private final XdrReader xdr = new XdrReader();
    private final ApMonHeader header = new ApMonHeader();
    private final NodeTags nodeTags;
    private final byte @Nullable [] password;
    private int bodyAt;
    private int clusterFrom;
    private int clusterTo;
    private int nodeFrom;
    private int nodeTo;
    private int parameters;
    private int parametersAt;
    private int seconds;
    private int instance;
    private int number;

    /** Receives parameters that are rejected alone; the bytes are those of the parameter. */
    interface BadParameters {
        void refused(ApMonError error, int from, int to);
    }

    /** Without a {@code password}, accepts any or none. */
    ApMonPacket(NodeTags nodeTags, byte @Nullable [] password) {
        this.nodeTags = nodeTags;
        this.password = password;
    }

    /** Index of the first byte after the header. */
    int bodyAt() {
        return bodyAt;
    }

    /**
     * The packet's number, one more than that of the sender's previous packet; negative if it has
     * none.
     */
    int number() {
        return number;
    }

    /** Identifies the sender of the number among those at its address. */
    int instance() {
        return instance;
    }

    /** Index of the wrong byte of a rejected packet. */
    int errorAt() {
        return Math.max(bodyAt, xdr.at());
    }

    /** Adds the packet's line to {@code lines}, or none if no parameter is left. */
    ApMonError read(byte[] bytes, int from, int to, LineSpeller lines, BadParameters bad) {
        ApMonError error = readFrame(bytes, from, to);
        if (error != ApMonError.NONE) {
            return error;
        }
        xdr.seek(clusterFrom);
        if (!lines.measurement(bytes, clusterFrom, clusterTo)) {
            return ApMonError.BAD_CLUSTER;
        }
        if (!nodeTags.spell(bytes, nodeFrom, nodeTo, lines)) {
            lines.dropLine();
            xdr.seek(nodeFrom);
            return ApMonError.BAD_NODE;
        }
        xdr.seek(parametersAt);
        for (int i = 0; i < parameters; i++) {
            int start = xdr.at();
            ApMonError ofParameter = spellParameter(bytes, lines);
            if (ofParameter != ApMonError.NONE) {
                bad.refused(ofParameter, start, xdr.at());
            }
        }
        end(lines);
        return ApMonError.NONE;
    }

    private void end(LineSpeller lines) {
        if (!lines.hasFields()) {
            lines.dropLine();
        } else if (seconds > 0) {
            lines.endLine(seconds);
        } else {
            lines.endLine();
        }
    }

    /** Locates all parts of the packet, on which later steps rely. */
    private ApMonError readFrame(byte[] bytes, int from, int to) {
        xdr.wrap(bytes, from, to);
        number = NO_NUMBER;
        // If a password is required, a packet with an unreadable header may contain it anywhere.
        bodyAt = password == null ? from : to;
        xdr.string();
        boolean hasHeader = !xdr.failed() && header.read(bytes, xdr.textFrom(), xdr.textTo());
        if (hasHeader) {
            bodyAt = xdr.at();
        }
        ApMonError error = checkPassword(hasHeader);
        if (error != ApMonError.NONE) {
            return error;
        }
        if (hasHeader) {
            if (header.hasSender()) {
                readNumber();
            }
            xdr.string();
        }
        clusterFrom = xdr.textFrom();
        clusterTo = xdr.textTo();
        xdr.string();
        nodeFrom = xdr.textFrom();
        nodeTo = xdr.textTo();
        parameters = xdr.integer();
        parametersAt = xdr.at();
        return skipParameters(hasHeader && header.maySayTime());
    }

    private void readNumber() {
        instance = xdr.integer();
        int read = xdr.integer();
        number = xdr.failed() ? NO_NUMBER : read;
    }

    private ApMonError checkPassword(boolean hasHeader) {
        if (password == null) {
            return ApMonError.NONE;
        }
        if (!hasHeader) {
            return ApMonError.NO_PASSWORD;
        }
        return header.hasPassword(password) ? ApMonError.NONE : ApMonError.WRONG_PASSWORD;
    }

    private ApMonError skipParameters(boolean mayHaveTime) {
        if (!xdr.failed() && parameters <= 0) {
            return ApMonError.NO_PARAMETERS;
        }
        for (int i = 0; i < parameters && !xdr.failed(); i++) {
            xdr.string();
            int start = xdr.at();
            if (!skipValue(xdr.integer())) {
                xdr.seek(start);
                return ApMonError.UNKNOWN_TYPE;
            }
        }
        if (xdr.failed()) {
            return ApMonError.TRUNCATED;
        }
        // Ignores data after the time: the C++ client sends stale bytes there if it skipped a
        // parameter.
        seconds = mayHaveTime && xdr.left() >= Integer.BYTES ? xdr.integer() : 0;
        return ApMonError.NONE;
    }

    /** False if the type is unknown. */
    private boolean skipValue(int type) {
        switch (type) {
            case STRING -> xdr.string();
            case INT, FLOAT -> xdr.skip(Integer.BYTES);
            case HYPER, DOUBLE -> xdr.skip(Long.BYTES);
            default -> {
                return false;
            }
        }
        return true;
    }

    private ApMonError spellParameter(byte[] bytes, LineSpeller lines) {
        xdr.string();
        boolean isNamed = lines.fieldKey(bytes, xdr.textFrom(), xdr.textTo());
        int type = xdr.integer();
        if (!isNamed) {
            skipValue(type);
            return ApMonError.BAD_NAME;
        }
        return switch (type) {
            case STRING -> spellText(bytes, lines);
            case INT -> spelled(lines.value((double) xdr.integer()));
            case HYPER -> spelled(lines.value((double) xdr.hyper()));
            case FLOAT -> spelled(lines.value(Float.intBitsToFloat(xdr.integer())));
            default -> spelled(lines.value(Double.longBitsToDouble(xdr.hyper())));
        };
    }

    private ApMonError spellText(byte[] bytes, LineSpeller lines) {
        xdr.string();
        return lines.text(bytes, xdr.textFrom(), xdr.textTo()) ? ApMonError.NONE : ApMonError.NOT_UTF8;
    }

    private static ApMonError spelled(boolean isFinite) {
        return isFinite ? ApMonError.NONE : ApMonError.NOT_FINITE;
    }
}
