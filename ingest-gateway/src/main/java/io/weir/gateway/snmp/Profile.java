package io.weir.gateway.snmp;

import io.weir.contract.config.YamlSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** A ready list of tables for a standard MIB, in a file beside this class. */
enum Profile {
    IF_MIB,
    IF_MIB_32,
    UPS_MIB;

    List<Table> tables() {
        String file = name().toLowerCase(Locale.ROOT).replace('_', '-') + ".yaml";
        try (InputStream in = Profile.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no " + file);
            }
            return YamlSource.bytes(file, in.readAllBytes()).read(TableKeys::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
