import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'

interface DevicesToolsProps {
  readonly mayAdd: boolean
  readonly mayDeleteReadings: boolean
  readonly onClaim: () => void
  readonly onStored: () => void
  readonly onImport: () => void
  readonly onAdd: () => void
}

/** What can be done besides looking at the list, as far as its reader may. */
export function DevicesTools(props: DevicesToolsProps) {
  const { mayAdd, mayDeleteReadings, onClaim, onStored, onImport, onAdd } = props
  const translate = useTranslations('devices')
  return (
    <div className="devices-tools">
      <Button icon={<Icon name="shield" />} onClick={onClaim}>
        {translate('claim.open')}
      </Button>
      {mayDeleteReadings && (
        <Button icon={<Icon name="trash" />} onClick={onStored}>
          {translate('stored.open')}
        </Button>
      )}
      {mayAdd && (
        <Button icon={<Icon name="document" />} onClick={onImport}>
          {translate('import.open')}
        </Button>
      )}
      {mayAdd && (
        <Button type="primary" icon={<Icon name="plus" />} onClick={onAdd}>
          {translate('list.add')}
        </Button>
      )}
    </div>
  )
}
