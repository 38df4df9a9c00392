package io.weir.alarming.action;

import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.state.SealedStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Stores actions in Kafka Streams: one record per alarm and per rule, plus one per deadline, whose
 * key begins with the time. Not thread-safe.
 */
final class ActionBook implements ActionMemory {

    /** Version of the store layout. */
    private static final int LAYOUT = 1;

    private static final byte FORMAT = 1;
    private static final long NEVER = Long.MIN_VALUE;
    private static final byte[] NOTHING = {};
    private static final long SIXTEEN_DIGITS = 1_000_000_000_000_000L;

    private static final String ALARM = "alarm/";
    private static final String RULE = "rule/";
    private static final String DUE = "due-";

    private final KeyValueStore<String, byte[]> store;

    ActionBook(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** Returns the store: in memory, with a changelog in Kafka. */
    static StoreBuilder<?> store(String name) {
        return SealedStore.builder(name, Serdes.ByteArray(), LAYOUT);
    }

    @Override
    public Optional<ActionState> find(String alarm) {
        return Optional.ofNullable(store.get(ALARM + alarm)).map(ActionBook::state);
    }

    @Override
    public void put(ActionState state) {
        find(state.alarm()).ifPresent(this::forget);
        store.put(ALARM + state.alarm(), bytes(state));
        if (state.due() != null) {
            store.put(due(ALARM, state.due()) + state.alarm(), NOTHING);
        }
    }

    @Override
    public void forget(ActionState state) {
        find(state.alarm()).map(ActionState::due).ifPresent(due -> store.delete(due(ALARM, due) + state.alarm()));
        store.delete(ALARM + state.alarm());
    }

    @Override
    public ActionWindow window(String rule) {
        byte[] bytes = store.get(RULE + rule);
        return bytes == null ? ActionWindow.EMPTY : window(bytes);
    }

    @Override
    public void put(String rule, ActionWindow window) {
        Instant before = window(rule).heldUntil();
        if (before != null) {
            store.delete(due(RULE, before) + rule);
        }
        store.put(RULE + rule, bytes(window));
        if (window.heldUntil() != null) {
            store.put(due(RULE, window.heldUntil()) + rule, NOTHING);
        }
    }

    @Override
    public List<String> dueAlarms(Instant now) {
        return due(now, ALARM);
    }

    @Override
    public List<String> dueRules(Instant now) {
        return due(now, RULE);
    }

    private List<String> due(Instant now, String of) {
        String first = due(of, Instant.EPOCH);
        List<String> due = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> marks = store.range(first, due(of, now.plusMillis(1)))) {
            marks.forEachRemaining(mark -> due.add(mark.key.substring(first.length())));
        }
        return due;
    }

    /** Key that sorts by time, in whole milliseconds; alarming's clock has no finer times. */
    private static String due(String of, Instant time) {
        return DUE + of + (SIXTEEN_DIGITS + Math.max(0, time.toEpochMilli())) + "/";
    }

    private static byte[] bytes(ActionState state) {
        return write(out -> {
            out.writeUTF(state.answer().name());
            out.writeBoolean(state.isActive());
            out.writeBoolean(state.isReported());
            write(state.due(), out);
            out.write(AlarmJson.write(state.action()));
        });
    }

    private static ActionState state(byte[] bytes) {
        return read(bytes, in -> {
            ActionState.Answer answer = ActionState.Answer.valueOf(in.readUTF());
            boolean isActive = in.readBoolean();
            boolean isReported = in.readBoolean();
            Instant due = readTime(in);
            ControlAction action = AlarmJson.readAction(in.readAllBytes());
            return new ActionState(action, answer, isActive, isReported, due);
        });
    }

    private static byte[] bytes(ActionWindow window) {
        return write(out -> {
            write(window.heldUntil(), out);
            out.writeUTF(window.ruleVersion());
            out.writeInt(window.decidedMillis().length);
            for (long millis : window.decidedMillis()) {
                out.writeLong(millis);
            }
        });
    }

    private static ActionWindow window(byte[] bytes) {
        return read(bytes, in -> {
            Instant heldUntil = readTime(in);
            String version = in.readUTF();
            long[] decided = new long[in.readInt()];
            for (int i = 0; i < decided.length; i++) {
                decided[i] = in.readLong();
            }
            return new ActionWindow(decided, heldUntil, version);
        });
    }

    private static void write(@Nullable Instant time, DataOutputStream out) throws IOException {
        out.writeLong(time == null ? NEVER : time.toEpochMilli());
    }

    private static @Nullable Instant readTime(DataInputStream in) throws IOException {
        long millis = in.readLong();
        return millis == NEVER ? null : Instant.ofEpochMilli(millis);
    }

    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }

    private static byte[] write(Writing what) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            out.writeByte(FORMAT);
            what.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return bytes.toByteArray();
    }

    private static <T> T read(byte[] bytes, Reading<T> what) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            int format = in.readByte();
            if (format != FORMAT) {
                throw new IOException("unknown format " + format);
            }
            return what.from(in);
        } catch (IOException e) {
            throw new UncheckedIOException("the changelog of actions is not in the format of this version", e);
        }
    }
}
