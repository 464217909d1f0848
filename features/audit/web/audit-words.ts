import { useTranslations } from 'use-intl'
import type { AuditAction, AuditEntity } from '#kit/model/audit.ts'
import type { AuditEntry } from '../contract/routes.ts'

/**
 * Fields of snapshots that have a name in every language; others are shown as the server calls
 * them.
 */
const namedFields = [
  'name',
  'email',
  'introduction',
  'language',
  'avatar',
  'roles',
  'permissions',
  'disabled',
  'secondFactor',
  'role',
  'reason',
  'userAgent',
  'ended',
  'endedSessions',
  'expiresAt',
  'accounts',
  'sensors',
  'devices',
  'renewed',
  'bindings',
  'entries',
  'until',
  'position',
  'added',
  'alias',
  'type',
  'unit',
  'decimals',
  'lowerAlarm',
  'upperAlarm',
  'scaleLow',
  'scaleHigh',
  'intervalMs',
  'noChangeMs',
  'factor',
  'offset',
  'wrapAt',
  'states',
  'isNew',
  'contractStart',
  'contractEnd',
  'product',
  'site',
  'zone',
  'silenceMs',
  'relation',
  'subUsers',
  'user',
  'enabled',
  'target',
  'value',
  'outcome',
  'command',
  'protocol',
  'targets',
  'digest',
] as const

/** What stands in an entry where nobody called from an address. */
const places: ReadonlyMap<string, 'commandLine' | 'product' | 'several'> = new Map([
  ['command line', 'commandLine'],
  ['product', 'product'],
  ['several', 'several'],
])

/** Says actions, kinds of things, people and fields of the audit in the language of the page. */
export function useAuditWords() {
  const translate = useTranslations('audit')
  const actions = useTranslations('audit.actions')
  const entities = useTranslations('audit.entities')
  const fields = useTranslations('audit.fields')
  return {
    action: (action: AuditAction) => actions(action),
    entity: (entity: AuditEntity) => entities(entity),
    actor: ({ actor, address }: AuditEntry) => {
      const place = address === 'several' ? undefined : places.get(address)
      if (actor?.name === '') return translate('erased')
      return actor?.name ?? translate(place ?? 'nobody')
    },
    address: (address: string) => {
      const place = places.get(address)
      return place === undefined ? address : translate(place)
    },
    field: (name: string) => {
      const namedField = namedFields.find((field) => field === name)
      return namedField === undefined ? name : fields(namedField)
    },
  }
}
