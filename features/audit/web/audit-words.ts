import { useMessages, useTranslations } from 'use-intl'
import type { AuditAction, AuditEntity } from '#kit/model/audit.ts'
import type { AuditEntry } from '../contract/routes.ts'

/** What is in an entry where nobody called from an address. */
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
  const named = useMessages().audit.fields
  const isNamed = (name: string): name is keyof typeof named => Object.hasOwn(named, name)
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
    /** Fields without a text are shown as the server calls them. */
    field: (name: string) => (isNamed(name) ? fields(name) : name),
  }
}
