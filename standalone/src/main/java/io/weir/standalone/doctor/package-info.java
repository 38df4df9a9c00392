/**
 * {@code weir doctor}: checks the host, Kafka and the store, and recommends remedies.
 *
 * <p>Input: files of the kernel, its clock, directories, a Kafka, a store. Output: findings for
 * people or programs. A check is a pure function of facts; {@code …Facts} and {@code KernelFiles}
 * read these facts. Allowed imports: the contract, the address of a store, Kafka's clients, JNA
 * (the clock), Jackson, picocli.
 */
@NullMarked
package io.weir.standalone.doctor;

import org.jspecify.annotations.NullMarked;
