package io.weir.dashboard.live;

import io.weir.contract.service.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Information that only the surrounding process has. Called from any thread. */
public interface Outside {

    /** Values of Weir's meters; empty if other processes have them. */
    Optional<Flow> flow();

    /** The meters that count losses, by their names in a probe's metrics, with descriptions. */
    Map<String, String> lossMeters();

    /** The services of this process. */
    List<Service> services();
}
