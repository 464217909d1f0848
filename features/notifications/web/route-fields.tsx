import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, InputNumber, Select } from 'antd'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { TimeOfDayField } from '#kit/web/antd/fields/antd-time-of-day-field.tsx'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useChoices } from '#kit/web/calls/use-choices.ts'
import { maximumMinutes, maximumRouteDevices, type Area } from '../contract/notification-route.ts'
import { AreaField } from './area-field.tsx'
import type { RouteDraft } from './route-draft.ts'
import { Row } from './row.tsx'
import { TargetFields } from './target-fields.tsx'

interface RouteFieldsProps {
  readonly draft: RouteDraft
  readonly areas: readonly Area[]
  readonly shifts: readonly string[]
  readonly hasMail: boolean
  readonly roles: readonly string[]
  /** Fields that were refused. */
  readonly wrong: ReadonlySet<string>
  readonly onChange: (change: Partial<RouteDraft>) => void
}

const priorities = [1, 2, 3] as const
const maximumNameLength = 80

/** The fields of a route. */
export function RouteFields(props: RouteFieldsProps) {
  const { draft, areas, shifts, wrong, onChange } = props
  const translate = useTranslations('notifications')
  const label = (field: string) => (wrong.has(field) ? ({ status: 'error' } as const) : {})
  return (
    <div className="notification-form">
      <Row label={translate('fields.name')}>
        <Input
          aria-label={translate('fields.name')}
          value={draft.name}
          maxLength={maximumNameLength}
          {...label('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Row>
      <TargetFields {...props} />
      <Row label={translate('fields.priorities')}>
        <Checkbox.Group
          aria-label={translate('fields.priorities')}
          value={[...draft.priorities]}
          onChange={(chosen) =>
            onChange({ priorities: priorities.filter((each) => chosen.includes(each)) })
          }
          options={priorities.map((value) => ({ value, label: String(value) }))}
        />
      </Row>
      <Row label={translate('fields.devices')}>
        <DeviceField chosen={draft.devices} onChange={(devices) => onChange({ devices })} />
      </Row>
      {(areas.length > 0 || draft.areas.length > 0) && (
        <Row label={translate('fields.areas')}>
          <AreaField
            areas={areas}
            chosen={draft.areas}
            onChange={(chosen) => onChange({ areas: chosen })}
          />
          <small>{translate('hints.areas')}</small>
        </Row>
      )}
      {(shifts.length > 0 || draft.shifts.length > 0) && (
        <Row label={translate('fields.shifts')}>
          <Select<string[]>
            mode="multiple"
            aria-label={translate('fields.shifts')}
            placeholder={translate('always')}
            value={draft.shifts}
            onChange={(chosen) => onChange({ shifts: chosen })}
            options={shifts.map((value) => ({ value, label: value }))}
          />
        </Row>
      )}
      <TimeFields {...props} />
      <Row label={translate('fields.isEnabled')}>
        <Checkbox
          aria-label={translate('fields.isEnabled')}
          checked={draft.isEnabled}
          onChange={({ target }) => onChange({ isEnabled: target.checked })}
        />
      </Row>
    </div>
  )
}

function TimeFields({ draft, wrong, onChange }: RouteFieldsProps) {
  const translate = useTranslations('notifications')
  const status = wrong.has('quiet') ? ({ status: 'error' } as const) : {}
  return (
    <>
      {(['afterMinutes', 'digestMinutes'] as const).map((field) => (
        <Row key={field} label={translate(`fields.${field}`)}>
          <InputNumber
            aria-label={translate(`fields.${field}`)}
            min={0}
            max={maximumMinutes}
            precision={0}
            value={draft[field]}
            onChange={(minutes) => onChange({ [field]: minutes })}
          />
          <small>{translate(`hints.${field}`)}</small>
        </Row>
      ))}
      <Row label={translate('fields.quiet')}>
        <Checkbox
          aria-label={translate('fields.quiet')}
          checked={draft.isQuiet}
          onChange={({ target }) => onChange({ isQuiet: target.checked })}
        />
        {draft.isQuiet &&
          (['quietFrom', 'quietTo'] as const).map((edge) => (
            <TimeOfDayField
              key={edge}
              className="notification-time"
              aria-label={translate(`fields.${edge}`)}
              {...status}
              value={draft[edge]}
              onChange={(time) => onChange({ [edge]: time })}
            />
          ))}
        <small>{translate('hints.quiet')}</small>
      </Row>
    </>
  )
}

interface DeviceFieldProps {
  readonly chosen: string[]
  readonly onChange: (devices: string[]) => void
}

function DeviceField({ chosen, onChange }: DeviceFieldProps) {
  const translate = useTranslations('notifications')
  const common = useTranslations('common')
  const devices = useQuery({
    ...queryOf(listDevices, { body: {} }),
    select: replyData,
    meta: { quiet: true },
  })
  const choices = useChoices(devices, common('noDevice'))
  return (
    <Select<string[]>
      mode="multiple"
      aria-label={translate('fields.devices')}
      placeholder={translate('allDevices')}
      maxCount={maximumRouteDevices}
      showSearch={{ optionFilterProp: 'label' }}
      {...choices}
      value={chosen}
      onChange={onChange}
      options={(devices.data ?? []).map(({ lesiId, name }) => ({
        value: lesiId,
        label: name === lesiId ? name : `${name} (${lesiId})`,
      }))}
    />
  )
}
