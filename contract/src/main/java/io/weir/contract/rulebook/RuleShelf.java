package io.weir.contract.rulebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.Table;
import io.weir.contract.rule.match.TableSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** All rule files and tables in {@code weir.rules}, unparsed. Thread-safe. */
final class RuleShelf {

    /** @param tables the keys of its tables by their names */
    private record File(byte[] bytes, Map<String, String> tables) {}

    private final Map<String, File> files = new ConcurrentHashMap<>();
    private final Map<String, byte[]> packedTables = new ConcurrentHashMap<>();
    private volatile @Nullable String active;

    void receive(ConsumerRecord<byte[], byte[]> record) {
        String key = RuleKeys.text(record.key());
        if (RuleKeys.isTable(key)) {
            packedTables.put(key, record.value());
        } else if (key.equals(RuleKeys.ACTIVE)) {
            active = new String(record.value(), UTF_8);
        }
        RuleKeys.version(key).ifPresent(version -> files.put(version, new File(record.value(), tables(record))));
    }

    private static Map<String, String> tables(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> tables = new TreeMap<>();
        for (Header header : record.headers().headers(RuleKeys.TABLE_HEADER)) {
            String key = RuleKeys.text(header.value());
            tables.put(RuleKeys.tableName(key), key);
        }
        return tables;
    }

    /** The version that every partition received. */
    Optional<String> active() {
        return Optional.ofNullable(active);
    }

    /** Whether a version is complete, with its tables. */
    boolean hasAll(String version) {
        File file = files.get(version);
        return file != null && packedTables.keySet().containsAll(file.tables.values());
    }

    /** The rule file of a version. */
    Optional<byte[]> file(String version) {
        return Optional.ofNullable(files.get(version)).map(File::bytes);
    }

    /** The tables of a version. */
    TableSource tables(String version) {
        return name -> {
            File file = files.get(version);
            String key = file == null ? null : file.tables.get(name);
            byte[] packed = key == null ? null : packedTables.get(key);
            if (packed == null) {
                throw new Refusal("was not published with the rules", "publish them with weir rules apply FILE");
            }
            return PackedTable.unpack(packed, Table.MAX_BYTES)
                    .orElseThrow(() -> new Refusal("was damaged in transit", "publish the rules again"));
        };
    }
}
