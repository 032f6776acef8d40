// A row is a link: a real anchor in its first cell, stretched behind the row's text, so that other links and buttons in
// the row work. The text is beside the anchor, because browsers start no selection inside one. A click on the text is
// passed on to the anchor, with its modifier keys.
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent as Press, useId, useRef } from 'react'
import type { Target } from '../lib/url.ts'
import type { Column } from './config.ts'
import styles from './list.module.css'

const CONTROLS = 'a, button, input, label, [role="button"]'
const MIDDLE = 1
/** A pointer that moves further between press and release drags. */
const DRAG_PX = 4

interface RowProps<Data> {
  readonly row: Data
  readonly columns: readonly Column<Data>[]
  readonly target: Target | undefined
}

export function Row<Data>({ row, columns, target }: RowProps<Data>) {
  const id = useId()
  const pressed = useRef({ x: 0, y: 0 })
  const cells = columns.map((column, n) => (
    <td key={column.id} className={cellClass(column)}>
      {n === 0 && target !== undefined && (
        <Link {...target} className={styles.link} draggable={false} aria-labelledby={id} />
      )}
      <span className={styles.text} id={n === 0 ? id : undefined}>
        {column.cell(row)}
      </span>
    </td>
  ))
  if (target === undefined) return <tr>{cells}</tr>
  return (
    <tr
      className={styles.row}
      onClickCapture={(event) => keepSelection(event, pressed.current)}
      onClick={(event) => passOn(event, event.ctrlKey, event.metaKey)}
      onMouseDown={(event) => {
        pressed.current = { x: event.clientX, y: event.clientY }
        // Otherwise a middle click on text would start scrolling.
        if (event.button === MIDDLE) event.preventDefault()
      }}
      // Each platform opens a new tab with one of the two keys, and ignores the other.
      onAuxClick={(event) => event.button === MIDDLE && passOn(event, true, true)}
      onKeyDown={moveFocus}
    >
      {cells}
    </tr>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The end of a drag over text is a click, too. A click by keyboard has no detail. */
function keepSelection(event: Press<HTMLTableRowElement>, { x, y }: Point): void {
  const isDrag = Math.hypot(event.clientX - x, event.clientY - y) > DRAG_PX
  const selection = getSelection()
  const isSelecting =
    selection?.isCollapsed === false && selection.containsNode(event.currentTarget, true)
  if (event.detail === 0 || !(isDrag || isSelecting)) return
  event.preventDefault()
  event.stopPropagation()
}

function passOn(event: Press<HTMLTableRowElement>, ctrlKey: boolean, metaKey: boolean): void {
  if (event.target instanceof Element && event.target.closest(CONTROLS)) return
  const { shiftKey } = event
  findLink(event.currentTarget)?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}

function moveFocus(event: KeyboardEvent<HTMLTableRowElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.target !== findLink(event.currentTarget)) return
  event.preventDefault()
  const { rows } = event.currentTarget.parentElement as HTMLTableSectionElement
  const next = rows[[...rows].indexOf(event.currentTarget) + step]
  if (next !== undefined) findLink(next)?.focus()
}

function findLink(row: HTMLTableRowElement): HTMLAnchorElement | null {
  return row.querySelector(`a.${styles.link}`)
}

export function cellClass<Data>({ isNumber, isWide }: Column<Data>): string {
  return [isNumber && styles.number, isWide && styles.wide].filter(Boolean).join(' ')
}
