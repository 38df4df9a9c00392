package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of the values of each type. Immutable. */
public final class TypesDb {
    private final ByteMap<byte[][]> sources;

    /**
     * The types that are part of collectd, and those of further files. The last definition of a
     * type wins.
     */
    public TypesDb(List<TypesFile> files) {
        Map<String, byte[][]> all = new HashMap<>();
        add(TypesFile.STANDARD, all);
        files.forEach(file -> add(file, all));
        sources = new ByteMap<>(all);
    }

    private static void add(TypesFile file, Map<String, byte[][]> all) {
        file.types()
                .forEach((type, names) -> all.put(
                        type,
                        names.stream().map(name -> name.getBytes(US_ASCII)).toArray(byte[][]::new)));
    }

    /**
     * The names of the data sources of the type between the indexes, in their order; shared. Null
     * for an unknown type.
     */
    byte @Nullable [][] find(byte[] type, int from, int to) {
        return sources.find(type, from, to);
    }
}
