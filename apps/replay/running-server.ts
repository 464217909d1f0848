import { z } from 'zod'
import { callControl, ControlError } from '#kit/server/command-line/control.ts'
import { controlSocketOf } from '#kit/server/data-directory/data-directory.ts'
import { reachableHost } from '#kit/server/process/listen.ts'
import type { Config } from '../server/config/config.ts'

const TokenAnswer = z.object({ token: z.string(), added: z.boolean() })
const Broker = z.object({ url: z.string() })

/**
 * A temporary token for the device from the server that runs on this data directory, for whoever
 * may use its control socket; undefined when none runs. The server adds a device that is not
 * registered: `onAdded` is called.
 */
export async function temporaryTokenFrom(
  config: Config,
  lesiId: string,
  onAdded: () => void,
): Promise<string | undefined> {
  const answer = await ask(config, 'device temporary-token', { lesiId }, ['not_running'])
  if (answer === undefined) return undefined
  const { token, added } = TokenAnswer.parse(answer)
  if (added) onAdded()
  return token
}

/**
 * The broker of the server that runs on this data directory, else the one that the configuration
 * names.
 */
export async function brokerFrom(config: Config): Promise<string> {
  const answer = await ask(config, 'broker address', {}, ['not_running', 'unknown_command'])
  return withoutCredentials(
    answer === undefined ? configuredBroker(config) : Broker.parse(answer).url,
  )
}

async function ask(
  config: Config,
  command: string,
  parameters: object,
  passedOver: readonly string[],
): Promise<unknown> {
  try {
    return await callControl(controlSocketOf(config.dataDirectory), command, parameters)
  } catch (error) {
    if (error instanceof ControlError && passedOver.includes(error.code)) return undefined
    throw error
  }
}

function configuredBroker({ mqttUrl, mqtt: { host, port } }: Config): string {
  if (mqttUrl !== null) return mqttUrl
  return `mqtt://${reachableHost(host, 'localhost')}:${port}`
}

/** The server's own name and password are not the device's. */
function withoutCredentials(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
