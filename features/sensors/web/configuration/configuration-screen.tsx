import { useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { sensorTypes, type Sensor } from '#kit/model/sensor.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { configurationAddress } from './address.ts'
import { reversed } from './draft/draft.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CalculationsPart } from '../calculations/calculations-part.tsx'
import { CsvPart } from './csv/csv-part.tsx'
import { Filters } from './filters.tsx'
import { openedSensor } from './opened-sensor.ts'
import { SavingPart } from './saving-part.tsx'
import { SensorDrawer } from './sensor-drawer.tsx'
import { TableActionsContext } from './table/actions.ts'
import { useFieldWords } from './table/use-field-words.ts'
import { TablePart } from './table/table-part.tsx'
import { useEditing } from './use-editing.ts'
import { useSelection } from './use-selection.ts'
import './configuration.css'

/** `/scada/config`, and `/scada/config/type/{type}` with the sensors of one type. */
export default function ConfigurationScreen() {
  return (
    <AntdProvider>
      <Configuration />
    </AntdProvider>
  )
}

function Configuration() {
  const translate = useTranslations('sensors.configuration')
  const { type: named }: { readonly type?: string } = useParams({ strict: false })
  const ofType = sensorTypes.find((type) => type === named) ?? null
  const path = ofType === null ? '/scada/config' : `/scada/config/type/${ofType}`
  const [address, change] = useListAddress(path, configurationAddress)
  const editing = useEditing(address, ofType)
  const { draft, wrong, saving, actions } = editing
  const [opened, setOpened] = useState<Sensor | null>(null)
  const selection = useSelection(editing)
  const openSensor = useCallback((sensor: Sensor) => setOpened(sensor), [])
  const words = useFieldWords()
  const tableActions = useMemo(
    () => ({ ...actions, openSensor, words }),
    [actions, openSensor, words],
  )
  const canUndo = editing.canUndo || (draft.size === 0 && saving.canUndo)
  /** All of them: what the words leave out would keep everything from being saved, unseen. */
  const showWrong = () => change({ find: '', type: null, only: 'wrong' })
  const undo = () => (editing.canUndo ? editing.undo() : void saving.undo(reversed))
  return (
    <TableActionsContext value={tableActions}>
      <div className="configuration">
        <section className="panel config-panel" aria-labelledby="configuration-title">
          <header className="panel-head config-head">
            <h2 id="configuration-title">{translate('heading')}</h2>
            <Filters
              address={address}
              onChange={change}
              isOfType={ofType !== null}
              changed={draft.size}
              wrong={wrong.length}
            />
            <CsvPart editing={editing} />
            <CalculationsPart />
            <button
              type="button"
              className="button"
              disabled={!canUndo || saving.isPending}
              onClick={undo}
            >
              <Icon name="undo" />
              {translate('undo')}
            </button>
          </header>
          <TablePart
            {...editing}
            isFiltered={address.find !== '' || address.type !== null || address.only !== null}
            selected={selection.ids}
            onSelect={selection.select}
            onReset={() => change({ find: '', type: null, only: null })}
          />
          <BulkBar
            selected={selection.ids.length}
            total={editing.rows?.length ?? 0}
            onApply={selection.apply}
            onSelectAll={selection.selectAll}
            onClear={() => selection.select([])}
          />
        </section>
        <SavingPart editing={editing} onShowWrong={showWrong} />
      </div>
      <SensorDrawer
        sensor={opened && openedSensor(opened, editing)}
        draft={draft}
        onClose={() => setOpened(null)}
      />
    </TableActionsContext>
  )
}
