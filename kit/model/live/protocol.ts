/**
 * The constants of `/api/live`, apart from the schemas in messages.ts so that a browser can use
 * them without carrying the schema library.
 */

/** Version of the messages on `/api/live`; a server closes a socket of another one. */
export const liveVersion = 1

/**
 * Close code when the session behind the socket has ended: the client goes to sign-in instead of
 * reconnecting.
 */
export const sessionEndedCode = 4401
/**
 * Close code when the person may not look at the war room any more, although the session goes on.
 */
export const rightsLostCode = 4403
/**
 * Close code when the session has too many sockets, watches too much with them, or reads too
 * slowly: the reason names which.
 */
export const tooMuchCode = 4429
/** Close code for a message that is not of this protocol. */
export const protocolErrorCode = 4400

/** Names the socket of a kiosk link; the link's token is named after it. */
export const kioskProtocol = 'warroom.kiosk'

/** Most sensors that one subscription may name. */
export const maximumSubscription = 5_000

/** Most sensors and devices that one message with differences of the catalogue names. */
export const maximumDifferences = 200

/**
 * The server sends a heartbeat at least this often; a client that receives nothing for three of
 * them reconnects.
 */
export const heartbeatIntervalMs = 1_000
/**
 * Wait before the first reconnect, from the specification; repeated failures add up to
 * `reconnectSpreadMs` at random.
 */
export const reconnectDelayMs = 1_000
export const reconnectSpreadMs = 800
/** Wait before the next connect after the server found that there is too much. */
export const tooMuchDelayMs = 10_000
