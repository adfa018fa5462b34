import './app.css';
import { trustOwnScripts } from '#web/lib/content-security.ts';
import { controlFields } from '#web/lib/controlled-fields.ts';
import { start } from './start.tsx';

trustOwnScripts();
controlFields();
const root = document.getElementById('root') as HTMLElement;

// The translations could not be loaded, so this message is in English.
start(root).catch(() => {
  root.textContent =
    'Matchpoint could not be loaded. Please reload the page. / 加载失败，请刷新页面。 / Không tải được trang, vui lòng tải lại.';
});
