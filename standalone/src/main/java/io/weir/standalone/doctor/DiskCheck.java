package io.weir.standalone.doctor;

/** Whether a directory is writable and its disk has enough free space. */
final class DiskCheck {
    private DiskCheck() {}

    /**
     * @param name the purpose of the directory
     * @param leastBytes less free space is {@link Finding.Verdict#ERROR}
     * @param wantedBytes less free space is {@link Finding.Verdict#WARNING}
     */
    static Finding of(String name, DiskFacts disk, long leastBytes, long wantedBytes) {
        String about = name + " " + disk.directory();
        String room = (disk.freeBytes() >> 20) + " MiB of " + (disk.totalBytes() >> 20) + " free";
        if (!disk.isWritable()) {
            return Finding.error(
                    about,
                    "is not writable for user " + System.getProperty("user.name"),
                    "change its owner or rights, or name another");
        }
        if (disk.freeBytes() < leastBytes) {
            return Finding.error(
                    about,
                    room + ", " + (leastBytes >> 20) + " MiB are required",
                    "free some space, or name another disk");
        }
        if (disk.freeBytes() < wantedBytes) {
            return Finding.warning(about, room + ", " + (wantedBytes >> 20) + " MiB may be needed", "free some space");
        }
        return Finding.ok(about, room + (disk.exists() ? "" : "; created when needed"));
    }
}
