package io.weir.standalone.probe;

import java.nio.file.Path;

/**
 * Errors that memory controllers found, corrected ones and others, since the driver was loaded.
 *
 * <p>Format: {@code Documentation/admin-guide/RAS} of Linux (EDAC).
 */
final class MemoryErrors implements Collector {
    private final KernelFiles files;

    MemoryErrors(KernelFiles files) {
        this.files = files;
    }

    @Override
    public void collect(ProbeLines to) {
        for (Path controller : KernelFiles.children(files.path("sys/devices/system/edac/mc"), "mc[0-9]*")) {
            String name = controller.getFileName().toString();
            to.line("edac")
                    .tag("controller", name)
                    .counter("ce_count", files.number(controller.resolve("ce_count")))
                    .counter("ue_count", files.number(controller.resolve("ue_count")))
                    .end();
            // A controller has modules, or ranks if it cannot distinguish its modules.
            for (Path module : KernelFiles.children(controller, "{dimm,rank}[0-9]*")) {
                to.line("edac_dimm")
                        .tag("controller", name)
                        .tag("dimm", module.getFileName().toString())
                        .tag("label", files.text(module.resolve("dimm_label")))
                        .counter("ce_count", files.number(module.resolve("dimm_ce_count")))
                        .counter("ue_count", files.number(module.resolve("dimm_ue_count")))
                        .end();
            }
        }
    }
}
