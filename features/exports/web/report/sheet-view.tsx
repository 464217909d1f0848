import type { Block, Figure, ReportDocument, Share } from '../../contract/report/document.ts'
import { DrawingView } from './drawing-view.tsx'

/** A report as it is on paper. */
export function SheetView({ document }: { readonly document: ReportDocument }) {
  const { title, details, groups } = document
  return (
    <article className="report-sheet" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Figures figures={details} />
      </header>
      {groups.map((group, index) => (
        // What comes later is added at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={index}>
          {group.map((block, place) => (
            // oxlint-disable-next-line react/no-array-index-key
            <BlockView key={place} block={block} />
          ))}
        </section>
      ))}
    </article>
  )
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          {block.text}
          {block.detail !== undefined && <small>{block.detail}</small>}
        </h3>
      )
    case 'figures':
      return <Figures figures={block.figures} />
    case 'drawing':
      return <DrawingView drawing={block.drawing} />
    case 'shares':
      return <Shares shares={block.shares} />
    case 'table':
      return <Table table={block} />
    case 'text':
      return <p>{block.text}</p>
    case 'notes':
      return <Notes {...block} />
  }
}

function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="report-figures">
      {figures.map(({ name, value, isRemarkable }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number" data-remarkable={isRemarkable || undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Shares({ shares }: { readonly shares: readonly Share[] }) {
  return (
    <ul className="report-shares">
      {shares.map(({ tone, name, time, percent }) => (
        <li key={`${tone} ${name}`}>
          <i data-tone={tone} />
          <span>{name}</span>
          <span className="number">{time}</span>
          <b className="number">{percent}</b>
        </li>
      ))}
    </ul>
  )
}

function Table({ table }: { readonly table: Extract<Block, { readonly kind: 'table' }> }) {
  const { name, head, rows, words } = table
  const kind = (index: number) => (index < words ? 'word' : 'number')
  return (
    <div className="report-table">
      <table aria-label={name}>
        <thead>
          <tr>
            {head.map((text, index) => (
              <th key={text} scope="col" className={kind(index)}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // Two rows may be alike.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={place}>
              {row.map((text, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={index} className={kind(index)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Notes({ name, text }: { readonly name: string; readonly text: string | null }) {
  return (
    <>
      <h3>{name}</h3>
      {text === null ? (
        <div className="report-lines" aria-hidden="true" />
      ) : (
        <p className="report-notes">{text}</p>
      )}
    </>
  )
}
