package io.weir.query.clickhouse;

import io.weir.query.clickhouse.ClickHouseTable.Clock;
import io.weir.query.naming.Selection;
import io.weir.query.series.ValueType;
import io.weir.query.store.TableColumns;
import io.weir.query.store.TableField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects the columns of a table. The writer's tables have tags as texts in the sorting key, which are never NULL. */
final class TableBuilder {
    private static final Set<String> INTEGERS =
            Set.of("Int64", "Int32", "Int16", "Int8", "UInt64", "UInt32", "UInt16", "UInt8");

    private static final String SINGLE = "Float32";
    private static final Set<String> FLOATS = Set.of("Float64", SINGLE);

    private final String name;
    private final String source;
    private final boolean isUnique;
    private final List<String> tags = new ArrayList<>();
    private final Predicate<ValueType> isRead;
    private final List<TableField> fields = new ArrayList<>();
    /** See {@link ClickHouseTable#exact}. */
    private final Set<String> exact = new HashSet<>();

    private String alias = "c";
    private boolean hasOtherKey;
    /** Null until the column of times is read. */
    private @Nullable Clock clock;

    /**
     * @param source as in {@link ClickHouseTable}
     * @param isUnique whether repeated rows are one
     */
    TableBuilder(String name, String source, boolean isUnique, Predicate<ValueType> isRead) {
        this.isUnique = isUnique;
        this.isRead = isRead;
        this.name = name;
        this.source = source;
    }

    /**
     * Adds a column.
     *
     * @param type the server's name of the type
     * @param isKey whether the column is in the sorting key
     * @return whether the column is a selected field
     */
    boolean add(String column, String type, boolean isKey, Selection selection) {
        while (column.startsWith(alias)) {
            alias += "_";
        }
        String inner = within("LowCardinality", type);
        if (column.equals(ClickHouseTable.STAMP)) {
            clock = type.startsWith("DateTime64(9") ? Clock.TIME : type.equals("Int64") ? Clock.INTEGER : null;
        } else if (isKey) {
            if (inner.equals("String")) {
                tags.add(column);
            } else {
                hasOtherKey = true;
            }
        } else {
            String plain = within("Nullable", inner);
            Optional<ValueType> known = type(plain).filter(isRead);
            if (known.isPresent() && !plain.equals(SINGLE)) {
                exact.add(column);
            }
            Optional<String> field = known.flatMap(unused -> selection.field(name, column));
            if (field.isPresent()) {
                fields.add(new TableField(field.get(), column, known.get()));
                return true;
            }
        }
        return false;
    }

    /** Empty for a type that is not read. */
    private static Optional<ValueType> type(String type) {
        if (FLOATS.contains(type)) {
            return Optional.of(ValueType.FLOAT);
        }
        if (INTEGERS.contains(type)) {
            return Optional.of(ValueType.INTEGER);
        }
        String element = within("Array", type);
        boolean isArray = !element.equals(type) && (FLOATS.contains(element) || INTEGERS.contains(element));
        return switch (type) {
            case "Bool" -> Optional.of(ValueType.BOOLEAN);
            case "String" -> Optional.of(ValueType.TEXT);
            default -> isArray ? Optional.of(ValueType.ARRAY) : Optional.empty();
        };
    }

    /**
     * Empty without times or selected fields, or with a key that is no text: without it, different series would be one.
     */
    Optional<ClickHouseTable> build() {
        Clock known = clock;
        return known == null || hasOtherKey || fields.isEmpty()
                ? Optional.empty()
                : Optional.of(new ClickHouseTable(
                        source, known, alias, new TableColumns(name, tags, fields), isUnique, exact));
    }

    /** The type within a wrapper such as {@code Nullable(Float64)}; the type itself without the wrapper. */
    private static String within(String wrapper, String type) {
        return type.startsWith(wrapper + "(") ? type.substring(wrapper.length() + 1, type.length() - 1) : type;
    }
}
