package io.weir.standalone.doctor;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernel's information about its clock.
 *
 * @param isSynchronised whether a time service keeps it correct
 * @param errorMicros the maximum error that the kernel estimates, in microseconds
 */
record ClockFacts(boolean isSynchronised, long errorMicros) {
    private static final Logger LOG = LoggerFactory.getLogger(ClockFacts.class);

    // struct timex of 64-bit Linux, see adjtimex(2).
    private static final int TIMEX_BYTES = 208;
    private static final int MAXERROR_AT = 24;
    private static final int STATUS_AT = 40;
    private static final int STA_UNSYNC = 0x40;
    private static final int TIME_ERROR = 5;

    /**
     * Queries the kernel, which needs no rights. Empty if this is not Linux, or a sandbox forbids
     * the call.
     */
    static Optional<ClockFacts> read() {
        try (Memory timex = new Memory(TIMEX_BYTES)) {
            timex.clear();
            Function adjtimex = NativeLibrary.getInstance("c").getFunction("adjtimex");
            int state = adjtimex.invokeInt(new Object[] {timex});
            if (state < 0) {
                return Optional.empty();
            }
            boolean isUnsynchronised = state == TIME_ERROR || (timex.getInt(STATUS_AT) & STA_UNSYNC) != 0;
            return Optional.of(new ClockFacts(!isUnsynchronised, timex.getLong(MAXERROR_AT)));
        } catch (UnsatisfiedLinkError | RuntimeException e) {
            LOG.debug("cannot read the state of the clock", e);
            return Optional.empty();
        }
    }
}
