package io.weir.dashboard.pulse;

import io.weir.contract.service.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What only the process around the dashboard knows. Asked from any thread. */
public interface Outside {

    /** What Weir's meters say; empty where they are those of other processes. */
    Optional<Flow> flow();

    /** The meters that count losses, by the names under which a probe tells of them, with words for people. */
    Map<String, String> lossMeters();

    /** The services of this process. */
    List<Service> services();
}
