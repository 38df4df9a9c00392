package io.weir.standalone.doctor;

/** Whether a directory is writable and its disk has enough free space. */
final class DiskCheck {
    private DiskCheck() {}

    /**
     * @param name the purpose of the directory
     * @param leastBytes less free space is {@link Finding.Verdict#BROKEN}
     * @param wantedBytes less free space is {@link Finding.Verdict#LOOK}
     */
    static Finding of(String name, DiskFacts disk, long leastBytes, long wantedBytes) {
        String about = name + " " + disk.directory();
        String room = (disk.freeBytes() >> 20) + " MiB of " + (disk.totalBytes() >> 20) + " free";
        if (!disk.isWritable()) {
            return Finding.broken(
                    about,
                    "may not be written by user " + System.getProperty("user.name"),
                    "change its owner or rights, or name another");
        }
        if (disk.freeBytes() < leastBytes) {
            return Finding.broken(
                    about, room + ", " + (leastBytes >> 20) + " MiB is the least", "make room, or name another disk");
        }
        if (disk.freeBytes() < wantedBytes) {
            return Finding.look(about, room + ", " + (wantedBytes >> 20) + " MiB may be wanted", "make room");
        }
        return Finding.fine(about, room + (disk.exists() ? "" : "; it is made when it is needed"));
    }
}
