package io.weir.gateway.snmp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.Utf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.IpAddress;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Opaque;
import org.snmp4j.smi.SMIConstants;
import org.snmp4j.smi.Variable;

/** The text of a value. */
final class ValueText {
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private static final int DELETE = 0x7F;

    private ValueText() {}

    /** The text in UTF-8; null if the value's type has none. */
    static byte @Nullable [] of(Variable value) {
        if (value instanceof OctetString text) { // Opaque is one, too.
            return value instanceof Opaque ? null : text(text.getValue());
        }
        if (value instanceof OID || value instanceof IpAddress) {
            return value.toString().getBytes(US_ASCII);
        }
        if (value instanceof Counter64 counter) {
            return Long.toUnsignedString(counter.getValue()).getBytes(US_ASCII);
        }
        return isInteger(value) ? Long.toString(value.toLong()).getBytes(US_ASCII) : null;
    }

    /** Whether the value is an integer that 64 bits with a sign hold. */
    static boolean isInteger(Variable value) {
        return switch (value.getSyntax()) {
            case SMIConstants.SYNTAX_INTEGER,
                    SMIConstants.SYNTAX_COUNTER32,
                    SMIConstants.SYNTAX_GAUGE32,
                    SMIConstants.SYNTAX_TIMETICKS -> true;
            case SMIConstants.SYNTAX_COUNTER64 -> value.toLong() >= 0;
            default -> false;
        };
    }

    /** The bytes if they are printable, without zeros at their end; otherwise in hexadecimal digits. */
    private static byte[] text(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        boolean isOnlyZeros = length == 0 && bytes.length > 0;
        if (isOnlyZeros || !isPrintable(bytes, length)) {
            return hex(bytes);
        }
        return Arrays.copyOf(bytes, length);
    }

    private static boolean isPrintable(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            int each = bytes[i];
            boolean isBlank = each == '\t' || each == '\n' || each == '\r';
            boolean isControl = (each >= 0 && each < ' ') || each == DELETE;
            if (isControl && !isBlank) {
                return false;
            }
        }
        return Utf8.firstInvalid(bytes, 0, length) < 0;
    }

    /** As other programs write an address of hardware: {@code 00:1b:21}. */
    static byte[] hex(byte[] bytes) {
        byte[] text = new byte[Math.max(0, 3 * bytes.length - 1)];
        for (int i = 0; i < bytes.length; i++) {
            text[3 * i] = (byte) HEX[(bytes[i] >> 4) & 0xF];
            text[3 * i + 1] = (byte) HEX[bytes[i] & 0xF];
            if (3 * i + 2 < text.length) {
                text[3 * i + 2] = ':';
            }
        }
        return text;
    }
}
