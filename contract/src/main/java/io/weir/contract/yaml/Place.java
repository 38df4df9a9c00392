package io.weir.contract.yaml;

/** Where a value was written: a place of a file, or a variable of the environment. */
record Place(String file, int line, String path) {

    static Place variable(String name) {
        return new Place("environment", 0, name);
    }

    Place key(String key, int keyLine) {
        String shown = Refusal.oneLine(key);
        return new Place(file, keyLine, path.isEmpty() ? shown : path + "." + shown);
    }

    Place item(int index, int itemLine) {
        return new Place(file, itemLine, path + "[" + index + "]");
    }

    Mistake mistake(String wrong, String meant) {
        return new Mistake(file, line, path, wrong, meant);
    }

    /** A value's own complaint, put where the value was written. */
    Mistake mistake(Refusal refusal) {
        Place part = refusal.key().isEmpty() ? this : key(refusal.key(), line);
        return part.mistake(refusal.wrong(), refusal.meant());
    }
}
