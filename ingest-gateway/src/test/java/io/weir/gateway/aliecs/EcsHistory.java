package io.weir.gateway.aliecs;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A random history of three environments at a time, in the order in which it happened, and the state of the farm after
 * each of its messages. It plays AliECS, and keeps the state step by step.
 */
final class EcsHistory {
    static final List<String> TYPES = List.of("PHYSICS", "COSMICS", "CALIBRATION");
    private static final List<String> DETECTORS = List.of("ITS", "TOF", "TPC", "TRD");
    private static final int ENVIRONMENTS = 3;

    /**
     * A message of AliECS.
     *
     * @param expected the state of the farm after it
     */
    record Message(String topic, int partition, byte[] bytes, SortedMap<String, String> expected) {}

    private final SplittableRandom random;
    private final boolean isOlder;
    private final List<Message> messages = new ArrayList<>();
    private final Env[] environments = new Env[ENVIRONMENTS];
    private long millis = 1_790_000_000_000L;
    private long lastRun = 1_000;
    private int created;
    private Env deciding = new Env();
    private boolean isOn;
    private long decidingRun;

    /** The state of an environment after the sent events. */
    private static final class Env {
        private String id = "";
        private String type = "";
        private List<String> detectors = List.of();
        private String state = "";
        private long run;
        private long enteredMillis;
    }

    private EcsHistory(SplittableRandom random, boolean isOlder) {
        this.random = random;
        this.isOlder = isOlder;
    }

    /** @param isOlder whether the messages are those of the older plugin */
    static List<Message> of(SplittableRandom random, int steps, boolean isOlder) {
        EcsHistory history = new EcsHistory(random, isOlder);
        for (int i = 0; i < ENVIRONMENTS; i++) {
            history.create(i);
        }
        for (int i = 0; i < steps; i++) {
            history.step(random.nextInt(ENVIRONMENTS));
        }
        return history.messages;
    }

    private void step(int which) {
        Env env = environments[which];
        switch (env.state) {
            case "RUNNING" -> leave(env, which);
            case "CONFIGURED" -> {
                if (random.nextInt(4) == 0) {
                    destroy(env, which);
                } else {
                    start(env);
                }
            }
            case "ERROR" -> destroy(env, which);
            default -> enter(env, "CONFIGURED", "CONFIGURE");
        }
        if (random.nextInt(60) == 0) {
            restart();
        }
    }

    private void leave(Env env, int which) {
        switch (random.nextInt(4)) {
            case 0 -> {
                end(env, "GO_ERROR");
                enter(env, "ERROR", "GO_ERROR");
            }
            case 1 -> {
                end(env, "TEARDOWN");
                destroy(env, which);
            }
            default -> {
                end(env, "STOP_ACTIVITY");
                enter(env, "CONFIGURED", "STOP_ACTIVITY");
                if (!isOlder) {
                    run(env, "CONFIGURED", "STOP_ACTIVITY", EcsMessages.DONE_OK);
                }
            }
        }
        env.run = 0;
    }

    private void create(int which) {
        Env env = new Env();
        environments[which] = env;
        env.id = "env" + created++;
        env.type = TYPES.get(random.nextInt(TYPES.size()));
        env.detectors = DETECTORS.subList(0, 1 + random.nextInt(DETECTORS.size()));
        env.state = "STANDBY";
        if (!isOlder) {
            send("aliecs.environment", env, EcsMessages.created(tick(), env.id, env.type, env.detectors));
        }
    }

    private void start(Env env) {
        env.run = ++lastRun;
        int outcome = random.nextInt(6);
        if (isOlder) {
            begin(env);
            enter(env, "RUNNING", "START_ACTIVITY");
            return;
        }
        begin(env);
        run(env, "CONFIGURED", "START_ACTIVITY", EcsMessages.STARTED);
        // AliECS gives this status also to good steps.
        environment(env, "START_ACTIVITY", "leave_CONFIGURED", EcsMessages.DONE_ERROR);
        if (outcome == 0) {
            isOn &= deciding != env;
            environment(env, "START_ACTIVITY", "", EcsMessages.DONE_ERROR);
        } else if (outcome == 1) {
            env.state = "RUNNING";
            isOn &= deciding != env;
            run(env, "RUNNING", "START_ACTIVITY", EcsMessages.DONE_ERROR);
            enter(env, "ERROR", "GO_ERROR");
        } else {
            enter(env, "RUNNING", "START_ACTIVITY");
            run(env, "RUNNING", "START_ACTIVITY", EcsMessages.DONE_OK);
        }
    }

    private void begin(Env env) {
        if (env.type.equals("PHYSICS")) {
            deciding = env;
            decidingRun = env.run;
            isOn = true;
        }
    }

    private void end(Env env, String transition) {
        isOn &= deciding != env;
        if (isOlder) {
            notify(env, "aliecs.env_leave_state.", env.run);
        } else {
            run(env, env.state, transition, EcsMessages.STARTED);
            environment(env, transition, "leave_" + env.state, EcsMessages.ONGOING);
        }
    }

    private void enter(Env env, String state, String transition) {
        env.state = state;
        env.enteredMillis = millis + 1;
        if (isOlder) {
            notify(env, "aliecs.env_state.", state.equals("RUNNING") ? env.run : 0);
            list();
        } else {
            environment(env, transition, "enter_" + state, EcsMessages.ONGOING);
        }
    }

    private void destroy(Env env, int which) {
        isOn &= deciding != env;
        env.state = "DONE";
        if (isOlder) {
            notify(env, "aliecs.env_state.", 0);
        } else {
            environment(env, "DESTROY", "after_DESTROY", EcsMessages.DONE_OK);
        }
        create(which);
    }

    /** AliECS crashes, and starts without environments. */
    private void restart() {
        isOn = false;
        if (isOlder) {
            send("aliecs.env_list.RUNNING", 0, EcsMessages.list(tick() / 1_000_000, List.of()));
        } else {
            send("aliecs.core", 0, EcsMessages.coreStart(tick()));
        }
        for (int i = 0; i < ENVIRONMENTS; i++) {
            create(i);
        }
    }

    private void run(Env env, String state, String transition, int status) {
        env.state = state;
        send("aliecs.run", env, EcsMessages.run(tick(), env.id, env.run, state, transition, status));
    }

    private void environment(Env env, String transition, String step, int status) {
        send(
                "aliecs.environment",
                env,
                EcsMessages.environment(tick(), env.id, env.run, env.state, transition, step, status));
    }

    private void notify(Env env, String topic, long run) {
        long now = tick() / 1_000_000;
        send(
                topic + env.state,
                0,
                EcsMessages.notification(
                        now, EcsMessages.info(env.id, run, env.type, env.state, env.detectors, env.enteredMillis)));
    }

    private void list() {
        long now = tick() / 1_000_000;
        send(
                "aliecs.env_list.RUNNING",
                0,
                EcsMessages.list(
                        now,
                        List.of(environments).stream()
                                .filter(env -> env.state.equals("RUNNING"))
                                .map(env -> EcsMessages.info(
                                        env.id, env.run, env.type, env.state, env.detectors, env.enteredMillis))
                                .toList()));
    }

    private long tick() {
        millis += 1 + random.nextInt(1_000);
        return millis * 1_000_000;
    }

    private void send(String topic, Env env, byte[] bytes) {
        send(topic, Math.floorMod(env.id.hashCode(), 2), bytes);
    }

    private void send(String topic, int partition, byte[] bytes) {
        messages.add(new Message(topic, partition, bytes, expected()));
    }

    private SortedMap<String, String> expected() {
        TreeMap<String, String> expected = new TreeMap<>();
        if (isOn) {
            expected.put("run", Long.toString(decidingRun));
            expected.put("run_type", deciding.type);
            expected.put("state", deciding.state);
            expected.put("detectors", String.join("-", deciding.detectors));
        }
        return expected;
    }
}
