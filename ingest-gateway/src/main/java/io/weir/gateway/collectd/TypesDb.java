package io.weir.gateway.collectd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the values of each type are called. Immutable. */
public final class TypesDb {
    private final ByteMap<byte[][]> sources;

    /** The types that come with collectd, and those of further files; what several have is the last one's. */
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

    /** The names of the data sources of the type that lies between the indexes, in their order; shared. Null if it is unknown. */
    byte @Nullable [][] find(byte[] type, int from, int to) {
        return sources.find(type, from, to);
    }
}
