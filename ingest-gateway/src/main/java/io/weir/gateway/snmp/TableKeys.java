package io.weir.gateway.snmp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.spelling.LineSpeller;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.snmp4j.smi.OID;

/** The keys that list tables and scalars: those of a job, and those of a profile. */
final class TableKeys {
    private static final int LEAST_ARCS = 2;
    private static final int MOST_ARCS = 100;
    /** Object identifiers are whole numbers of 32 bits without a sign. */
    private static final long MOST_ARC = 0xFFFF_FFFFL;

    private static final OID NOWHERE = new OID(new int[] {0, 0});
    /** Between a table and the number of a column. */
    private static final int ENTRY = 1;

    private TableKeys() {}

    static List<Table> read(YamlSection section) {
        List<Table> all = new ArrayList<>(
                section.sections("scalars", TableKeys::scalars, "objects that have one value each, as a line"));
        all.addAll(section.sections("tables", TableKeys::table, "tables, each row of which is a line"));
        return all;
    }

    private static Table scalars(YamlSection item) {
        return Table.scalars(measurement(item), columns(item, "columns", Optional.empty(), "fields"));
    }

    private static Table table(YamlSection item) {
        String measurement = measurement(item);
        Optional<OID> table = item.value(
                        "table", NOWHERE, TableKeys::oid, "object identifier of the table, such as 1.3.6.1.2.1.2.2")
                .optional();
        Optional<String> index = item.value("index-tag", "index", TableKeys::name, "tag with the index of the row")
                .optional();
        List<Column> tags = columns(item, "tags", table, "tags");
        List<Column> fields = columns(item, "columns", table, "fields");
        if (index.isEmpty() && tags.isEmpty()) {
            item.refuse("index-tag", "is missing: the rows would be one series", "set it, or tags");
        }
        Set<String> names = new HashSet<>(index.stream().toList());
        for (Column tag : tags) {
            if (!names.add(tag.name())) {
                item.refuse("tags", "has the name of index-tag, " + Refusal.quote(tag.name()), "rename one of them");
            }
        }
        return new Table(measurement, false, index, tags, fields);
    }

    private static String measurement(YamlSection item) {
        return item.value("measurement", "snmp", TableKeys::name, "measurement of the lines")
                .required();
    }

    private static List<Column> columns(YamlSection item, String key, Optional<OID> table, String what) {
        SortedMap<String, OID> oids = item.entries(
                        key,
                        text -> columnOid(text, table),
                        what + " by name: object identifiers, or numbers of columns of table")
                .or(new TreeMap<>());
        if (oids.isEmpty() && key.equals("columns")) {
            item.refuse(key, "is empty", "list the objects to read");
        }
        List<Column> columns = new ArrayList<>();
        for (Map.Entry<String, OID> each : oids.entrySet()) {
            try {
                columns.add(new Column(name(each.getKey()), each.getValue()));
            } catch (Refusal e) {
                item.refuse(key, e.wrong(), e.meant());
            }
        }
        return columns;
    }

    private static OID columnOid(String text, Optional<OID> table) {
        if (text.strip().matches("[0-9]{1,9}")) {
            if (table.isEmpty()) {
                throw new Refusal(
                        "must be an object identifier without table, was " + Refusal.quote(text),
                        "such as 1.3.6.1.2.1.2.2.1.10");
            }
            return new OID(table.get()).append(ENTRY).append(Integer.parseInt(text.strip()));
        }
        return oid(text);
    }

    /**
     * An object identifier.
     *
     * @throws Refusal if it is not one
     */
    static OID oid(String text) {
        String[] arcs = text.strip().replaceFirst("^\\.", "").split("\\.", -1);
        int[] numbers = new int[arcs.length];
        boolean isRight = arcs.length >= LEAST_ARCS && arcs.length <= MOST_ARCS;
        for (int i = 0; i < arcs.length && isRight; i++) {
            isRight = arcs[i].matches("[0-9]{1,10}") && Long.parseLong(arcs[i]) <= MOST_ARC;
            numbers[i] = isRight ? (int) Long.parseLong(arcs[i]) : 0;
        }
        if (!isRight || Integer.compareUnsigned(numbers[0], 2) > 0) {
            throw new Refusal(
                    "must be an object identifier of numbers, was " + Refusal.quote(text),
                    "such as 1.3.6.1.2.1.2.2; find it by snmptranslate -On NAME");
        }
        return new OID(numbers);
    }

    private static String name(String text) {
        byte[] name = text.getBytes(UTF_8);
        LineSpeller line = new LineSpeller(name.length);
        if (!line.measurement(name, 0, name.length)
                || !line.tagKey(name, 0, name.length)
                || !line.tagValue(name, 0, name.length)
                || !line.fieldKey(name, 0, name.length)) {
            throw new Refusal("must be a name for line protocol, was " + Refusal.quote(text), "such as ifHCInOctets");
        }
        return text;
    }
}
