import { Input, Radio, Select } from 'antd'
import { useTranslations } from 'use-intl'
import { maximumRouteRecipients } from '../contract/notification-route.ts'
import type { RouteDraft } from './route-draft.ts'
import { Row } from './row.tsx'

interface TargetFieldsProps {
  readonly draft: RouteDraft
  readonly hasMail: boolean
  /** Every role, by name. */
  readonly roles: readonly string[]
  readonly wrong: ReadonlySet<string>
  readonly onChange: (change: Partial<RouteDraft>) => void
}

const kinds = ['mail', 'push', 'webhook'] as const
const separators = [',', ';', ' ', '\n']
const maximumUrlLength = 2_000

/** Where a route leads. */
export function TargetFields({ draft, hasMail, roles, wrong, onChange }: TargetFieldsProps) {
  const translate = useTranslations('notifications')
  const statusOf = (field: string) => (wrong.has(field) ? ({ status: 'error' } as const) : {})
  return (
    <>
      <Row label={translate('fields.kind')}>
        <Radio.Group
          aria-label={translate('fields.kind')}
          value={draft.kind}
          onChange={({ target }) =>
            onChange({ kind: kinds.find((kind) => kind === target.value) ?? 'mail' })
          }
          options={kinds.map((value) => ({ value, label: translate(`kinds.${value}`) }))}
        />
        {draft.kind === 'mail' && !hasMail && <small>{translate('noMail')}</small>}
        {draft.kind === 'push' && <small>{translate('hints.push')}</small>}
      </Row>
      {draft.kind === 'push' && (
        <Row label={translate('fields.roles')}>
          <Select<string[]>
            mode="multiple"
            aria-label={translate('fields.roles')}
            {...statusOf('roles')}
            value={[...draft.roles]}
            onChange={(chosen) => onChange({ roles: chosen })}
            options={roles.map((value) => ({ value, label: value }))}
          />
        </Row>
      )}
      {draft.kind !== 'webhook' ? (
        <Row label={translate('fields.recipients')}>
          <Select<string[]>
            mode="tags"
            open={false}
            suffixIcon={null}
            aria-label={translate('fields.recipients')}
            placeholder={translate('hints.recipients')}
            maxCount={maximumRouteRecipients}
            tokenSeparators={separators}
            {...statusOf('recipients')}
            value={[...draft.recipients]}
            onChange={(recipients) =>
              onChange({ recipients: recipients.map((each) => each.trim()) })
            }
          />
        </Row>
      ) : (
        <Row label={translate('fields.url')}>
          <Input
            aria-label={translate('fields.url')}
            value={draft.url}
            maxLength={maximumUrlLength}
            {...statusOf('url')}
            onChange={({ target }) => onChange({ url: target.value })}
          />
          <small>{translate('hints.url')}</small>
        </Row>
      )}
    </>
  )
}
