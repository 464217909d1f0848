import { LesiId } from '#kit/model/device.ts'
import { productOrigin } from '#kit/server/audit.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import { createToken } from '#kit/server/token.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { maximumDevicesOfGateway } from '../../contract/limits.ts'

/** Stands between the LESI ID of a gateway and the name of a device behind it. */
export const gatewaySeparator = '--'

/** Devices that are behind a gateway, which sends for them with its own credentials. */
export class DevicesOfGateways {
  readonly #catalogue: Catalogue
  /** Those that are being added, by LESI ID. */
  readonly #adding = new Map<string, Promise<CatalogueDevice>>()

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /**
   * The device with this LESI ID, for which the gateway may send: itself, or one whose LESI ID
   * begins with its own and `--`. Such a one is added with the first message about it, as its
   * sensors are, and nobody has a token of it until one is asked for. The reason where it may not.
   * Rejects with `store_unavailable` when a later try may succeed.
   */
  async deviceOf(
    gateway: CatalogueDevice,
    lesiId: string,
  ): Promise<CatalogueDevice | { readonly reason: string }> {
    if (lesiId === gateway.lesiId) return gateway
    const prefix = `${gateway.lesiId}${gatewaySeparator}`
    if (!lesiId.startsWith(prefix))
      return { reason: `${lesiId.slice(0, 64)} is another device, and not one behind the sender` }
    const existing = this.#catalogue.device(lesiId)
    if (existing) return existing
    if (!LesiId.safeParse(lesiId).success)
      return { reason: `${lesiId.slice(0, 80)} must have 3 to 64 of A–Z a–z 0–9 _ -` }
    const lesiIds = [
      ...this.#adding.keys(),
      ...this.#catalogue.devices().map((device) => device.lesiId),
    ]
    const count = lesiIds.filter((other) => other.startsWith(prefix)).length
    if (count >= maximumDevicesOfGateway)
      return { reason: `${gateway.lesiId} has ${maximumDevicesOfGateway} devices behind it` }
    return this.#add(lesiId)
  }

  /** The device with this LESI ID, where it exists. */
  knownDevice(lesiId: string): CatalogueDevice | undefined {
    return this.#catalogue.device(lesiId)
  }

  #add(lesiId: string): Promise<CatalogueDevice> {
    const adding =
      this.#adding.get(lesiId) ?? this.#register(lesiId).finally(() => this.#adding.delete(lesiId))
    this.#adding.set(lesiId, adding)
    return adding
  }

  async #register(lesiId: string): Promise<CatalogueDevice> {
    try {
      return await this.#catalogue.registerDevice(lesiId, createToken(192), productOrigin())
    } catch (error) {
      // Somebody else has just added it.
      const existing = this.#catalogue.device(lesiId)
      if (existing) return existing
      if (!isTransientFailure(error)) throw error
      const message = 'The device could not be added; send the message again'
      throw Object.assign(new AppError('store_unavailable', message, { retryAfterSeconds: 5 }), {
        cause: error,
      })
    }
  }
}
