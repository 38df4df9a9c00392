package io.weir.standalone.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs in place of the tools, which print what the documentation of those shows. */
final class StandIns {
    /** A disk that fails. */
    static final String ATA = """
            {"json_format_version": [1, 0], "smartctl": {"exit_status": 24},
             "device": {"name": "/dev/sda", "info_name": "/dev/sda [SAT]", "type": "sat", "protocol": "ATA"},
             "model_name": "ST4000NM0035", "serial_number": "ZC1A", "smart_status": {"passed": false},
             "ata_smart_attributes": {"revision": 10, "table": [
               {"id": 5, "name": "Reallocated_Sector_Ct", "value": 99, "raw": {"value": 16, "string": "16"}},
               {"id": 9, "name": "Power_On_Hours", "value": 53, "raw": {"value": 41250, "string": "41250"}},
               {"id": 187, "name": "Reported_Uncorrect", "value": 98, "raw": {"value": 2, "string": "2"}},
               {"id": 197, "name": "Current_Pending_Sector", "value": 100, "raw": {"value": 8, "string": "8"}},
               {"id": 198, "name": "Offline_Uncorrectable", "value": 100, "raw": {"value": 7, "string": "7"}},
               {"id": 199, "name": "UDMA_CRC_Error_Count", "value": 200, "raw": {"value": 3, "string": "3"}}]},
             "power_on_time": {"hours": 41250}, "power_cycle_count": 31, "temperature": {"current": 34}}""";

    static final String NVME = """
            {"model_name": "PM9A3", "serial_number": "S64G", "smart_status": {"passed": true, "nvme": {"value": 0}},
             "nvme_smart_health_information_log": {"critical_warning": 0, "temperature": 41, "available_spare": 100,
               "percentage_used": 3, "power_cycles": 12, "power_on_hours": 9000, "media_errors": 0},
             "temperature": {"current": 41}, "power_cycle_count": 12, "power_on_time": {"hours": 9000}}""";

    static final String SCSI = """
            {"scsi_model_name": "HUH721212AL", "serial_number": "8HJ3", "smart_status": {"passed": true},
             "temperature": {"current": 30, "drive_trip": 85}, "scsi_grown_defect_list": 5}""";

    /** smartmontools 7, with a disk that sleeps. */
    static final String SMARTCTL = """
            read='--json -n standby -i -H -A -d'
            case "$*" in
              '--json --scan') echo '{"devices": [{"name": "/dev/sda", "type": "sat"}, {"name": "/dev/sdb", "type": "sat"},
                {"name": "/dev/sdc", "type": "scsi"}, {"name": "/dev/nvme0", "type": "nvme"}]}' ;;
              "$read sat /dev/sda") echo '%s'; exit 24 ;;
              "$read sat /dev/sdb") echo '{"smartctl": {"exit_status": 2, "messages":
                [{"string": "Device is in STANDBY mode, exit(2)", "severity": "information"}]}}'; exit 2 ;;
              "$read scsi /dev/sdc") echo '%s' ;;
              "$read nvme /dev/nvme0") echo '%s' ;;
              *) echo "unexpected: $*"; exit 1 ;;
            esac""".formatted(ATA, SCSI, NVME);

    /** ipmitool: an intrusion switch and an empty slot have no reading. */
    static final String IPMITOOL = """
            test "$*" = 'sdr elist' || exit 1
            cat <<'END'
            Inlet Temp       | 04h | ok  |  7.1 | 23 degrees C
            Temp             | 0Eh | ok  |  3.1 | 40 degrees C
            Temp             | 0Fh | ok  |  3.2 | 41 degrees C
            Fan1             | 30h | ok  |  7.1 | 5760 RPM
            Voltage 1        | 6Ch | cr  | 10.1 | 11.90 Volts
            Board Offset     | 05h | ok  |  7.1 | -4 degrees C
            Intrusion        | 73h | ok  |  7.1 |
            CPU2 Temp        | 10h | ns  |  3.2 | No Reading
            PSU2             | 64h | ns  | 10.2 | Disabled
            END""";

    private StandIns() {}

    /** Writes an executable shell script. */
    static Path write(Path file, String script) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
