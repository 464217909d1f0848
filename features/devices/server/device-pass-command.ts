import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { createToken } from '#kit/server/token.ts'
import type { DevicePasses } from './device-passes.ts'

const Parameters = z.strictObject({ lesiId: LesiId })

interface Services {
  readonly catalogue: Catalogue
  readonly passes: DevicePasses
}

/** For the control socket: a pass for the device, which is added when there is none. Answers `{ token, added }`. */
export async function issueDevicePass(
  { catalogue, passes }: Services,
  parameters: unknown,
): Promise<{ token: string; added: boolean }> {
  const { lesiId } = Parameters.parse(parameters)
  const added = catalogue.device(lesiId) === undefined
  if (added) await catalogue.registerDevice(lesiId, createToken(192))
  return { token: passes.issue(lesiId), added }
}
