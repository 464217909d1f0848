import { useTranslations } from 'use-intl'
import {
  auditActions,
  auditEntities,
  type AuditAction,
  type AuditEntity,
} from '#kit/model/audit.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MomentField } from '#kit/web/antd/fields/antd-moment-field.tsx'
import { ChoiceFilter } from '#kit/web/antd/fields/antd-choice-filter.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { AuditAddress } from './audit-address.ts'
import { useAuditWords } from './audit-words.ts'

interface FiltersProps {
  readonly address: AuditAddress
  readonly onChange: (part: Partial<AuditAddress>, options?: { readonly replace?: boolean }) => void
}

/** Who or what, which action, which kind of thing, and when (on the site's clock). */
export function AuditFilters({ address, onChange }: FiltersProps) {
  const translate = useTranslations('audit')
  const words = useAuditWords()
  const { zone } = useFormat()
  // The one that the address names is in the field, also where it is not about that.
  const actions = auditActions.filter(
    (action) => action === address.action || isAbout(action, address.entity),
  )
  return (
    <div className="audit-filters" role="search">
      <SearchField
        className="audit-search"
        mark={<Icon name="search" />}
        text={address.search}
        label={translate('search')}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <ChoiceFilter
        className="audit-choice"
        label={translate('entity')}
        chosen={address.entity}
        everyLabel={translate('everything')}
        choices={auditEntities.map((value) => ({ value, label: words.entity(value) }))}
        onChoose={(entity) => onChange({ entity, action: null })}
      />
      <ChoiceFilter
        className="audit-choice wide"
        label={translate('action')}
        chosen={address.action}
        everyLabel={translate('everyAction')}
        choices={actions.map((value) => ({ value, label: words.action(value) }))}
        hasSearch
        onChoose={(action) => onChange({ action })}
      />
      <span className="audit-period" title={translate('zone', { zone })}>
        <MomentField
          text={address.from}
          label={translate('from')}
          maximum={address.to}
          onChange={(from) => onChange({ from }, { replace: true })}
        />
        <span aria-hidden="true">–</span>
        <MomentField
          text={address.to}
          label={translate('to')}
          minimum={address.from}
          onChange={(to) => onChange({ to }, { replace: true })}
        />
      </span>
    </div>
  )
}

/** What people do with their own profile is about a user too. */
function isAbout(action: AuditAction, entity: AuditEntity | null): boolean {
  const [kind] = action.split('.')
  return entity === null || kind === entity || (entity === 'user' && kind === 'profile')
}
