import { Button, Input } from 'antd'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { maximumGroups } from '#features/connectors/contract/kinds/modbus-tcp.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useEntries, useShowsErrorsOf } from '../../form/entries.tsx'
import { NumberInput } from '../../form/fields.tsx'
import { groupsOf, pointsOf, type EnteredGroup } from './entered.ts'

const second = 1_000

/** Groups of points, each with the interval at which it is read. */
export function GroupsField() {
  const translate = useTranslations('connectors.kinds.modbus-tcp')
  const units = useTranslations('common.units')
  const { settings, errors, change } = useEntries()
  useShowsErrorsOf('groups')
  const groups = groupsOf(settings)
  const put = (next: readonly EnteredGroup[]) =>
    change({ groups: next.map((each) => ({ ...each })) })
  const rename = useRename()
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
            onFocus={() => rename.begin(index)}
            onBlur={rename.end}
            onChange={({ target }) => rename.to(index, target.value)}
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

/**
 * Points go along with their group: which are its own is known from when its name was entered, as
 * what is typed on the way may be the name of another.
 */
function useRename() {
  const { settings, change } = useEntries()
  const groups = groupsOf(settings)
  const points = pointsOf(settings)
  const own = useRef<ReadonlySet<number> | null>(null)
  const ownOf = (index: number): ReadonlySet<number> => {
    const name = groups[index]?.name
    return new Set(points.flatMap(({ group }, place) => (group === name ? [place] : [])))
  }
  return {
    begin: (index: number) => {
      own.current = ownOf(index)
    },
    to: (index: number, name: string) => {
      const moved = own.current ?? ownOf(index)
      change({
        groups: groups.map((group, place) => ({ ...group, ...(place === index && { name }) })),
        ...(moved.size > 0 && {
          points: points.map((point, place) => ({
            ...point,
            ...(moved.has(place) && { group: name }),
          })),
        }),
      })
    },
    end: () => {
      own.current = null
    },
  }
}
