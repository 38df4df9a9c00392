package io.weir.gateway.setting;

import io.weir.contract.config.Refusal;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Parses a file mode as for chmod: three octal digits. */
public final class FileMode {
    private FileMode() {}

    public static Set<PosixFilePermission> parse(String text) {
        if (!text.matches("0?[0-7]{3}")) {
            throw new Refusal("must be three octal digits, was " + Refusal.quote(text), "write it like \"0660\"");
        }
        StringBuilder permissions = new StringBuilder();
        for (char digit : text.substring(text.length() - 3).toCharArray()) {
            int bits = digit - '0';
            permissions
                    .append((bits & 4) != 0 ? 'r' : '-')
                    .append((bits & 2) != 0 ? 'w' : '-')
                    .append((bits & 1) != 0 ? 'x' : '-');
        }
        return PosixFilePermissions.fromString(permissions.toString());
    }
}
