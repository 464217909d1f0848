import { AppError, refusedField, type FieldErrors } from '#kit/model/calls/errors.ts'
import { z } from 'zod'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'
import { fieldErrorsOf } from '#kit/server/http/requests/validate-input.ts'
import type { FailureReport, Settings } from '../../contract/connector.ts'
import type { ConnectorKind } from '../../contract/kind.ts'
import { connectorKinds } from '../../contract/kinds.ts'
import type { Configuration } from '../driver.ts'
import type { StoredConnector } from '../supervisor/connector-manager.ts'
import type { ConnectorRow } from './connectors-store.ts'
import type { ConnectorServices } from './connector-services.ts'
import { openSecrets, type Secrets } from './secrets.ts'
import { issueText } from '#kit/server/http/requests/validate-input.ts'

export function requireKind(name: string): ConnectorKind {
  const kind = Object.hasOwn(connectorKinds, name) ? connectorKinds[name] : undefined
  if (!kind) throw refusedField('kind', fieldError('unknown_connector_kind'))
  return kind
}

/** The settings as their kind understands them; 422 with every field that is wrong. */
export function requireSettings(kind: ConnectorKind, settings: Settings): Settings {
  const { value, errors } = fieldErrorsOf(z.object({ settings: kind.settings }), { settings })
  if (value === null) throw new AppError('invalid', 'The settings are not accepted', { errors })
  return value.settings as Settings
}

/**
 * Those who are no administrators let a connector send only for devices that they may configure,
 * or that do not exist yet.
 */
export function requireDevices(
  { catalogue, mayConfigure }: ConnectorServices,
  caller: Caller,
  kind: ConnectorKind,
  settings: Settings,
): void {
  if (isAdministrator(caller)) return
  const devices = kind.devices(settings)
  if (devices === 'any')
    throw new AppError('forbidden', 'Only an administrator lets a connector send for any device')
  for (const lesiId of devices) {
    const device = catalogue.device(lesiId)
    if (!device || !mayConfigure(caller, device.id))
      throw refusedField('settings', fieldError('device_not_configurable', { lesiId }))
  }
}

/** What is entered for each secret: a text, or null to remove what is stored. */
type EnteredSecrets = Readonly<Record<string, string | null>>

/**
 * The secrets that count with what was entered. What was stored for one address is not sent to
 * another: it has to be entered again.
 */
export function requireSecrets(
  keyring: ConnectorServices['keyring'],
  kind: ConnectorKind,
  { settings, entered }: { readonly settings: Settings; readonly entered: EnteredSecrets },
  stored: ConnectorRow | null,
): Secrets {
  const names = Object.keys(entered).filter((name) => !kind.secrets.includes(name))
  if (names.length > 0)
    throw refusedField('secrets', fieldError('unknown_members', { names: names.join(', ') }))
  const before = stored === null ? {} : (openSecrets(keyring, stored) ?? {})
  const isElsewhere = stored !== null && addressOf(stored) !== kind.address(settings)
  const counted: Record<string, string> = {}
  const errors: Record<string, FieldErrors[string]> = {}
  for (const name of kind.secrets) {
    const value = name in entered ? entered[name] : before[name]
    if (isElsewhere && !(name in entered) && value !== undefined)
      errors[`secrets.${name}`] = [fieldError('secret_for_other_address')]
    // Nothing entered is nothing to store.
    else if (value !== undefined && value !== null && value !== '') counted[name] = value
  }
  if (Object.keys(errors).length > 0)
    throw new AppError('invalid', 'Secrets must be entered again', { errors })
  return counted
}

/** Where a stored connector connects to; empty where its settings say nothing any more. */
export function addressOf({
  kind: name,
  settings,
}: Pick<ConnectorRow, 'kind' | 'settings'>): string {
  const read = readStored(name, settings)
  return 'kind' in read ? read.kind.address(read.settings) : ''
}

/** A stored connector, ready to run, or with the reason why it cannot. */
export function runnableConnector(
  keyring: ConnectorServices['keyring'],
  row: ConnectorRow,
): StoredConnector {
  const { id, kind: kindName, name, isPaused } = row
  const about = { id, kind: kindName, name, isPaused }
  const read = readStored(kindName, row.settings)
  if (!('kind' in read))
    return { ...about, devices: new Set<string>(), commandTargets: () => [], configuration: read }
  const devices = read.kind.devices(read.settings)
  return {
    ...about,
    devices: devices === 'any' ? devices : new Set(devices),
    commandTargets: (lesiId) => read.kind.commandTargets?.(read.settings, lesiId) ?? [],
    configuration: configurationOf(keyring, row, read.settings),
  }
}

function configurationOf(
  keyring: ConnectorServices['keyring'],
  row: ConnectorRow,
  settings: Settings,
): Configuration | FailureReport {
  const secrets = openSecrets(keyring, row)
  if (secrets) return { settings, secrets }
  return { code: 'secrets_unreadable', detail: 'the key that sealed its secrets is not there' }
}

/** A later version of the product may ask for more than what was stored by an earlier one. */
function readStored(
  name: string,
  stored: Settings,
): { readonly kind: ConnectorKind; readonly settings: Settings } | FailureReport {
  const kind = Object.hasOwn(connectorKinds, name) ? connectorKinds[name] : undefined
  if (!kind) return { code: 'misconfigured', detail: `there is no kind ${name}` }
  const { success, data, error } = kind.settings.safeParse(stored)
  if (success) return { kind, settings: data as Settings }
  const [issue] = error.issues
  const detail = `${issue?.path.join('.') ?? ''}: ${issue ? issueText(issue) : ''}`
  return { code: 'misconfigured', detail }
}
