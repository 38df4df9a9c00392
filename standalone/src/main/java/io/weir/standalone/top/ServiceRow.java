package io.weir.standalone.top;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A service, or a part of one.
 *
 * @param port of its meters and health; empty if it is not known
 * @param detail its health in its own words, or the reason of another state
 * @param in per second; empty if it is not known
 * @param out per second; empty if it is not known
 * @param lag empty if it is not known
 */
record ServiceRow(
        OptionalInt port,
        String name,
        State state,
        String detail,
        OptionalDouble in,
        OptionalDouble out,
        Optional<StageLag> lag) {

    enum State {
        READY,
        NOT_READY,
        /** Only a restart helps. */
        DEAD,
        /** It does not answer any more, or another program answers. */
        AWAY,
        /** A part of a service, whose health includes it. */
        PART,
        /** It runs on another machine. */
        ELSEWHERE,
        /** It runs on no machine. */
        NO_CONSUMER
    }

    ServiceRow with(StageLag reported) {
        return new ServiceRow(port, name, state, detail, in, out, Optional.of(reported));
    }

    /** Whether it does not work on its machine. */
    boolean isDown() {
        return state == State.NOT_READY || state == State.DEAD || state == State.AWAY;
    }

    /** Whether an operator should look at it. */
    boolean isTrouble() {
        return state == State.NO_CONSUMER || isDown();
    }
}
