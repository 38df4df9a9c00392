/**
 * {@code weir doctor}: looks at what Weir stands on, and says what is to be done.
 *
 * <p>Comes in: files of the kernel, its clock, directories, a Kafka, a store. Goes out: findings, to be read by people or programs. A
 * check is pure, and given facts; those are read by {@code …Facts} and {@code KernelFiles}. May import: the contract, the address of a
 * store, Kafka's clients, JNA (the clock), Jackson, picocli.
 */
@NullMarked
package io.weir.standalone.doctor;

import org.jspecify.annotations.NullMarked;
