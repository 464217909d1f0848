import { isPrinting, watchPrinting } from '#kit/ui/printing.ts'

type OnChange = (isVisible: boolean) => void

interface Looked {
  readonly onChange: OnChange
  /** Around it, where there is one. */
  readonly group: Group | undefined
  /** Null until the browser has said it. */
  isNear: boolean | null
}

/** Elements of which none is away from the screen while the element around them is wholly on it. */
interface Group {
  readonly members: Set<Element>
  isWhole: boolean
}

const looked = new Map<Element, Looked>()
const groups = new Map<Element, Group>()
let observer: IntersectionObserver | undefined
let groupObserver: IntersectionObserver | undefined

const rootMargin = '100px'

/** Those away from the screen are on the paper, too. */
function changePrinting(): void {
  for (const { onChange, isNear } of looked.values()) if (!isNear) onChange(isPrinting())
}

function observe(): IntersectionObserver {
  watchPrinting(changePrinting)
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen(target, isIntersecting)
    },
    { rootMargin },
  )
}

function seen(element: Element, isNear: boolean): void {
  const each = looked.get(element)
  if (!each) return
  // Every observed element is measured in each frame in which anything is laid out.
  if (each.group?.isWhole && isNear) observer?.unobserve(element)
  // One that is observed again has not changed by that.
  if (each.isNear === isNear) return
  each.isNear = isNear
  each.onChange(isNear || isPrinting())
}

function observeGroups(): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, intersectionRatio } of entries) {
        const group = groups.get(target)
        if (group) groupSeen(group, isIntersecting && intersectionRatio >= 1)
      }
    },
    { rootMargin, threshold: [0, 1] },
  )
}

function groupSeen(group: Group, isWhole: boolean): void {
  if (group.isWhole === isWhole) return
  group.isWhole = isWhole
  for (const element of group.members) {
    if (!isWhole) observer?.observe(element)
    else if (looked.get(element)?.isNear) observer?.unobserve(element)
  }
}

/** An element with this attribute clips nothing that is within it. */
const groupSelector = '[data-seen-as-whole]'

function joinGroup(element: Element): Group | undefined {
  const around = element.closest(groupSelector)
  if (!around) return undefined
  let group = groups.get(around)
  if (!group) {
    group = { members: new Set(), isWhole: false }
    groups.set(around, group)
    groupObserver ??= observeGroups()
    groupObserver.observe(around)
  }
  group.members.add(element)
  return group
}

function leaveGroup(element: Element, group: Group | undefined): void {
  if (!group) return
  group.members.delete(element)
  if (group.members.size > 0) return
  for (const [around, each] of groups) {
    if (each !== group) continue
    groups.delete(around)
    groupObserver?.unobserve(around)
  }
}

/**
 * Calls back with whether an element is on the screen or about to be, now and whenever that
 * changes, until the returned function is called. While the page is printed, all are. Elements
 * within one that has `data-seen-as-whole` are not measured one by one while all of it is there.
 */
export function whenVisible(element: Element, onChange: OnChange): () => void {
  const watching = (observer ??= observe())
  const group = joinGroup(element)
  looked.set(element, { onChange, group, isNear: null })
  watching.observe(element)
  return () => {
    looked.delete(element)
    leaveGroup(element, group)
    watching.unobserve(element)
  }
}
