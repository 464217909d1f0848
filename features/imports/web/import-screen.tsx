import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { misreadFields, readAddress, type Search } from '#kit/web/address/address.ts'
import { useMisreadAddress } from '#kit/web/address/use-misread-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import { importAddress } from './address.ts'
import { ImportPanel } from './import-panel.tsx'
import { ImportList } from './list/import-list.tsx'
import { UploadField, Uploading } from './upload/upload-field.tsx'
import { useUpload } from './upload/use-upload.ts'
import './imports.css'

/** `/warroomCharts/import`: readings of the past from files. */
export default function ImportScreen() {
  return (
    <AntdProvider>
      <Imports />
    </AntdProvider>
  )
}

function Imports() {
  const translate = useTranslations('imports')
  const search: Search = useSearch({ strict: false })
  useMisreadAddress(misreadFields(importAddress, search))
  const { id } = readAddress(importAddress, search)
  const navigate = useNavigateHere()
  const open = (chosen: string | null) =>
    void navigate({
      to: '/warroomCharts/import',
      search: chosen === null ? {} : { id: chosen },
    })
  // Whoever has opened another import meanwhile is not led away from what they enter there.
  const upload = useUpload((uploaded) => id === null && open(uploaded))
  return (
    <div className="imports">
      <section className="panel import-main" aria-labelledby="import-main">
        {id === null ? (
          <>
            <header className="panel-head">
              <h2 id="import-main">{translate('upload.heading')}</h2>
            </header>
            <UploadField upload={upload} />
          </>
        ) : (
          <ImportPanel key={id} id={id} onClose={() => open(null)} />
        )}
      </section>
      <section className="panel import-list" aria-labelledby="import-list">
        <header className="panel-head">
          <h2 id="import-list">{translate('list.heading')}</h2>
        </header>
        {id !== null && <Uploading upload={upload} />}
        <ImportList chosen={id} sending={upload.uploading?.id ?? null} onOpen={open} />
        <p className="panel-foot">{translate('list.kept')}</p>
      </section>
    </div>
  )
}
