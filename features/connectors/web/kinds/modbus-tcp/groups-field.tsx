import { Button, Input } from 'antd'
import { useTranslations } from 'use-intl'
import { maximumGroups } from '#features/connectors/contract/kinds/modbus-tcp.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useEntries } from '../../form/entries.tsx'
import { NumberInput } from '../../form/fields.tsx'
import { groupsOf, type EnteredGroup } from './entered.ts'

const second = 1_000

/** Groups of points, each with the interval at which it is read. */
export function GroupsField() {
  const translate = useTranslations('connectors.kinds.modbus-tcp')
  const units = useTranslations('common.units')
  const { settings, errors, change } = useEntries()
  const groups = groupsOf(settings)
  const put = (next: readonly EnteredGroup[]) =>
    change({ groups: next.map((each) => ({ ...each })) })
  const replace = (index: number, part: Partial<EnteredGroup>) =>
    put(groups.map((group, place) => (place === index ? { ...group, ...part } : group)))
  const wrong = (path: string) => errors.get(`groups${path}`)
  return (
    <fieldset className="modbus-groups">
      <legend>{translate('groups')}</legend>
      <p className="connector-note">{translate('groupsNote')}</p>
      {groups.map((group, index) => (
        <div key={index} className="modbus-group">
          <Input
            aria-label={translate('groupName')}
            value={group.name}
            maxLength={50}
            {...(wrong(`.${index}.name`) === undefined ? {} : { status: 'error' as const })}
            onChange={({ target }) => replace(index, { name: target.value })}
          />
          <NumberInput
            label={translate('interval')}
            value={group.intervalMs}
            factor={second}
            unit={units('second')}
            isWrong={wrong(`.${index}.intervalMs`) !== undefined}
            onChange={(intervalMs) => replace(index, { intervalMs })}
          />
          <Button
            type="text"
            aria-label={translate('removeGroup', { name: group.name })}
            icon={<Icon name="trash" />}
            disabled={groups.length === 1}
            onClick={() => put(groups.filter((_each, place) => place !== index))}
          />
          {[wrong(`.${index}.name`), wrong(`.${index}.intervalMs`)].map(
            (text) => text !== undefined && <small key={text}>{text}</small>,
          )}
        </div>
      ))}
      {wrong('') !== undefined && <small className="connector-wrong">{wrong('')}</small>}
      <Button
        size="small"
        icon={<Icon name="plus" />}
        disabled={groups.length >= maximumGroups}
        onClick={() => put([...groups, { name: '', intervalMs: 10 * second }])}
      >
        {translate('addGroup')}
      </Button>
    </fieldset>
  )
}
