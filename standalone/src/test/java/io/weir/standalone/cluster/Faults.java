package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.SmallDisk;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Random faults of a {@link Farm}. Each kind occurs once, in random order, before any kind repeats.
 */
final class Faults {

    private static final Duration SEEN_WITHIN = Duration.ofMinutes(2);
    private static final Duration ENDS_WITHIN = Duration.ofMinutes(2);
    private static final int BRIEF = 3;

    private final Farm farm;
    private final Administrator administrator;
    private final Random random;
    private final List<Fault> kinds;
    private final Deque<Fault> next = new ArrayDeque<>();
    private final List<String> history = new ArrayList<>();
    private int shortening = 1;

    /** Reverts its effects before it returns, so that every service becomes ready again. */
    private interface Fault {
        void happen() throws Exception;
    }

    /**
     * @param hasClocks whether the services have clocks that can be set
     * @param hasLinks whether the network of the services can be cut
     * @param spool the disk of the gateway's spool, if it is a separate one
     */
    Faults(Farm farm, Random random, boolean hasClocks, boolean hasLinks, Optional<SmallDisk> spool) {
        this.farm = farm;
        this.administrator = new Administrator(farm.brokers().admin(), Farm.TOPICS, "gateway0");
        this.random = random;
        kinds = new ArrayList<>(List.of(
                this::kill,
                this::restart,
                this::hold,
                this::holdBroker,
                this::killWhileBrokerIsHeld,
                () -> meanwhile(administrator.change(random)),
                () -> meanwhile(administrator.takeRight(random)),
                this::deleteConsumed,
                () -> meanwhile(publishOtherRules()),
                () -> meanwhile(stopStore())));
        if (hasClocks) {
            kinds.add(this::setClock);
        }
        if (hasLinks) {
            kinds.add(this::cutOff);
        }
        spool.ifPresent(disk -> kinds.add(() -> fill(disk)));
    }

    /** Without wrong clocks, cut networks and a full disk. Each fault takes a third of the usual time. */
    static Faults brief(Farm farm, Random random) {
        Faults faults = new Faults(farm, random, false, false, Optional.empty());
        faults.shortening = BRIEF;
        return faults;
    }

    /** Causes the next fault; returns when it is over, though services may still have a backlog. */
    void next() throws Exception {
        if (next.isEmpty()) {
            List<Fault> all = new ArrayList<>(kinds);
            Collections.shuffle(all, random);
            next.addAll(all);
        }
        next.remove().happen();
        farm.awaitReady();
    }

    /** Whether every kind has occurred as often as the others. */
    boolean isRoundOver() {
        return next.isEmpty();
    }

    /** The faults so far. */
    List<String> history() {
        return history;
    }

    private void kill() throws IOException {
        farm.service(any("kill %s")).replace();
    }

    private void restart() throws Exception {
        farm.service(any("restart %s")).restart();
    }

    private void hold() throws Exception {
        Instance one = farm.service(any("hold %s"));
        one.process().suspend();
        pause(6_000);
        one.process().resume();
    }

    private void holdBroker() throws Exception {
        history.add("hold broker");
        farm.brokers().suspend(0);
        pause(6_000);
        farm.brokers().resume(0);
    }

    /**
     * For long enough that Kafka may end the session of the service, and less than
     * {@code gateway-timeout}, for which windows wait. The service may be killed meanwhile.
     */
    private void cutOff() throws Exception {
        String service = any("network of %s is cut");
        farm.cutOff(service);
        pause(9_000);
        if (random.nextInt(3) == 0) {
            history.add("kill " + service + " meanwhile");
            farm.service(service).replace();
            pause(2_000);
        }
        farm.reconnect(service);
    }

    /**
     * A new process of the gateway sends batches that were in flight or spooled, and of which the
     * first one has sent some.
     */
    private void killWhileBrokerIsHeld() throws Exception {
        Instance one = farm.service(any("kill %s while the broker is held"));
        farm.brokers().suspend(0);
        pause(4_000);
        one.replace();
        pause(2_000);
        farm.brokers().resume(0);
    }

    private void meanwhile(Administrator.Change change) throws Exception {
        history.add(change.name());
        pause(6_000);
        if (random.nextBoolean()) {
            farm.service(any("kill %s meanwhile")).replace();
            pause(4_000);
        }
        change.undo().run();
    }

    /** One of the services that consumed the records starts again without them. */
    private void deleteConsumed() throws Exception {
        String service = random.nextBoolean() ? "processing" : "alarming";
        history.add("consumed records are deleted, kill " + service);
        long deleted = administrator.deleteConsumed();
        assertThat(deleted).as("deleted records").isPositive();
        farm.service(service).replace();
    }

    /** The other rules have one more, which concerns no series, so that nothing else changes. */
    private Administrator.Change publishOtherRules() {
        farm.publish(FarmRules.WITH_ANOTHER);
        return new Administrator.Change("other rules are published", () -> farm.publish(FarmRules.TEXT));
    }

    private Administrator.Change stopStore() {
        farm.stopStore();
        return new Administrator.Change("the store is stopped", farm::startStore);
    }

    /**
     * Sets a wrong clock for a while. The service ends when its clock is set back: to the wrong
     * time, or to the right one.
     */
    private void setClock() throws Exception {
        boolean isAhead = random.nextBoolean();
        String offset = isAhead ? "+1h" : "-1h";
        String service = any("clock of %s at " + offset);
        FakeClock clock = farm.clock(service);
        int ends = farm.ends();
        int stepsForward = farm.stepsForward(service);
        clock.set(offset);
        if (isAhead) {
            // The service checks its clock once a second. It would miss a shorter step, and would
            // not end.
            farm.await(service + " sees the step", SEEN_WITHIN, () -> farm.stepsForward(service) > stepsForward);
        } else {
            awaitEnd(service, ends);
        }
        pause(6_000);
        clock.set(FakeClock.RIGHT);
        if (isAhead) {
            awaitEnd(service, ends);
        }
    }

    private void awaitEnd(String service, int ends) {
        farm.await(service + " ends, its clock set back", ENDS_WITHIN, () -> farm.ends() > ends);
    }

    /** The gateway needs its spool while its disk is full. */
    private void fill(SmallDisk disk) throws Exception {
        history.add("full disk of the spool while the broker is held");
        disk.fill();
        farm.brokers().suspend(0);
        pause(6_000);
        boolean isRoomFirst = random.nextBoolean();
        if (isRoomFirst) {
            disk.makeRoom();
            pause(2_000);
        }
        farm.brokers().resume(0);
        if (!isRoomFirst) {
            pause(2_000);
            disk.makeRoom();
        }
    }

    private String any(String fault) {
        String service = Farm.SERVICES.get(random.nextInt(Farm.SERVICES.size()));
        history.add(fault.formatted(service));
        return service;
    }

    /** Part of the fault itself: not a wait for a condition. */
    private void pause(int mostMillis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(mostMillis / shortening));
    }
}
