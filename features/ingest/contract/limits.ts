import { maximumMessageBytes } from '#kit/model/limits.ts'

/** Limits of the connections of devices; those of documents are in kit/model/limits.ts. */

/**
 * The longest packet: the largest document, and space for its topic. A longer PUBLISH is shortened
 * to it, and refused; other packets end the connection.
 */
export const maximumPacketBytes = maximumMessageBytes + 4_096
/** The packet with which a connection begins: identifier, credentials and will. */
export const maximumConnectBytes = 8 * 1024
/** Of a client that names none: the longest that MQTT can name. */
export const maximumKeepAliveSeconds = 65_535
export const maximumClientIdLength = 256
export const maximumWillBytes = 4_096
/** Open connections with one device's credentials. */
export const maximumConnectionsPerDevice = 32
/** QoS 2 messages of one connection that wait for their PUBREL. */
export const maximumUnreleasedMessages = 1_000
/** Topic filters of one SUBSCRIBE. */
export const maximumFiltersPerSubscribe = 100
/** What one device may send on average, and at once after a rest; faster ones are slowed. */
export const bytesPerSecond = 4 * 1024 * 1024
/**
 * Connections that one address may open on average, and at once after a rest; further ones wait for
 * their CONNACK. Those that sign in do not count, but for a device that opens more of them than its
 * own rate.
 */
export const connectionsPerSecond = 100
export const connectionsOfDevicePerSecond = 10
/** A request with many points or documents, packed and unpacked: three quarters of a share. */
export const maximumBatchBytes = 3 * 1024 * 1024
/** Devices that one gateway may send for besides itself. */
export const maximumDevicesOfGateway = 1_000
