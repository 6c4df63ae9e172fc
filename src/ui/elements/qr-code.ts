/** A link as a QR code, drawn: black on white in every theme, because cameras read it. */

import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { qrOf } from '../../runs/links/qr.ts';

/** Modules of light around a code, without which it is not found. */
const QUIET_ZONE = 4;

/** Every run of dark modules in a row as one rectangle. */
function darkPath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        const width = (end === -1 ? row.length : end) - x;
        return `M${x} ${y}h${width}v1h-${width}z`;
      }),
    )
    .join('');
}

/** Draws nothing for a link that is too long. */
@customElement('wm-qr')
export class WmQr extends LitElement {
  @property() link = '';
  /** The picture in words. */
  @property() label = '';

  static override styles = css`
    :host {
      display: block;
    }
    svg {
      display: block;
      width: 100%;
      height: auto;
      forced-color-adjust: none;
      print-color-adjust: exact;
    }
    rect {
      fill: var(--qr-light);
    }
    path {
      fill: var(--qr-dark);
    }
  `;

  protected override render(): TemplateResult | typeof nothing {
    const code = qrOf(this.link);
    if (!code) return nothing;
    const side = code.modules.length + 2 * QUIET_ZONE;
    return html`<svg
      role="img"
      aria-label=${this.label}
      viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}"
      shape-rendering="crispEdges"
    >
      <rect x=${-QUIET_ZONE} y=${-QUIET_ZONE} width=${side} height=${side}></rect>
      <path d=${darkPath(code.modules)}></path>
    </svg>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-qr': WmQr;
  }
}
