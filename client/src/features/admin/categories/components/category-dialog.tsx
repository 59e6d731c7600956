import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Differences, DraftOffer, UnsavedDialog } from '#client/features/admin/drafts/index';
import { CategoryCard } from '#client/features/catalog/index';
import { usePicturePreview } from '#client/lib/picture-address';
import { useLanguage } from '#client/lib/use-language';
import { Button } from '#client/ui/button';
import { Dialog } from '#client/ui/overlay/dialog';
import type { AdminCategory } from '#shared/contracts/admin-catalog';
import { localized } from '#shared/domain/localized';
import { fileAddress } from '#shared/domain/picture-link';
import { type CategoryDraft, categoryField, draftOf } from '../model/category-draft';
import { type CategoryFormState, type SaveConflict, useCategoryForm } from '../use-category-form';
import { CategoryFields } from './category-fields';

interface ConflictNoticeProps {
  conflict: SaveConflict;
  mine: CategoryDraft;
  onTakeTheirs: (theirs: AdminCategory) => void;
  onKeepMine: (theirs: AdminCategory) => void;
  onOpen: (other: AdminCategory) => void;
  onSaveBeside: (other: AdminCategory) => void;
}

/**
 * Shows after a 409 both versions, or the category whose name looks alike. The form keeps what was
 * typed until the administrator has chosen.
 */
function ConflictNotice({
  conflict,
  mine,
  onTakeTheirs,
  onKeepMine,
  onOpen,
  onSaveBeside,
}: ConflictNoticeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const notice = useRef<HTMLDivElement>(null);
  // The focused button is disabled now, and the notice may be out of view.
  useEffect(() => notice.current?.focus(), []);
  return (
    <div
      ref={notice}
      tabIndex={-1}
      role="alert"
      className="flex flex-col gap-3 rounded-xl border border-alert p-3 outline-none"
    >
      <p className="font-semibold text-alert">
        {conflict.kind === 'looksAlike'
          ? t('admin.categoryForm.conflict.looksAlike', {
              name: localized(language, conflict.other.name, conflict.other.nameFr),
            })
          : t(`admin.categoryForm.conflict.${conflict.kind}`)}
      </p>
      {conflict.kind === 'looksAlike' && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => onOpen(conflict.other)}>
            {t('admin.lookAlike.open')}
          </Button>
          <Button variant="outline" onClick={() => onSaveBeside(conflict.other)}>
            {t('admin.lookAlike.save')}
          </Button>
        </div>
      )}
      {conflict.kind === 'changed' && (
        <>
          <ChangedFields mine={mine} theirs={draftOf(conflict.theirs)} />
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => onTakeTheirs(conflict.theirs)}>
              {t('admin.categoryForm.conflict.takeTheirs')}
            </Button>
            <Button variant="outline" onClick={() => onKeepMine(conflict.theirs)}>
              {t('admin.categoryForm.conflict.keepMine')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function ChangedFields({ mine, theirs }: { mine: CategoryDraft; theirs: CategoryDraft }) {
  const { t } = useTranslation();
  const changed = categoryField.options.filter((field) => mine[field] !== theirs[field]);
  return (
    <Differences
      differences={changed.map((field) => ({
        key: field,
        label: t(`admin.categoryForm.${field}`).replace(' *', ''),
        mine: mine[field],
        theirs: theirs[field],
      }))}
    />
  );
}

interface CategoryPreviewProps {
  draft: CategoryDraft;
  artistCount: number;
}

/** Shows the card of the public site. It is inert: for viewing only. */
function CategoryPreview({ draft, artistCount }: CategoryPreviewProps) {
  const { t } = useTranslation();
  const backgroundImageUrl = usePicturePreview(fileAddress(draft.backgroundImageUrl), 720);
  return (
    <section>
      <p className="mb-1.5 font-semibold">{t('admin.categoryForm.preview')}</p>
      <div inert aria-hidden className="public-theme">
        <CategoryCard
          // A new address retries a picture that failed to load.
          key={backgroundImageUrl}
          category={{
            id: 'preview',
            ...draft,
            backgroundImageUrl,
            name: draft.name.trim() || t('admin.categoryForm.namePlaceholder'),
            artistCount,
          }}
        />
      </div>
    </section>
  );
}

interface CategoryFormProps {
  /** Null to create a category. */
  category: AdminCategory | null;
  form: CategoryFormState;
  onOpen: (other: AdminCategory) => void;
}

function CategoryForm({ category, form, onOpen }: CategoryFormProps) {
  const { t } = useTranslation();
  const { draft, conflict, offer } = form;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };

  return (
    <form ref={form.element} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {offer && (
        <DraftOffer
          text={t('admin.categoryForm.draftFound')}
          onRestore={offer.restore}
          onDiscard={offer.discard}
        />
      )}
      <CategoryFields draft={draft} errorAt={form.errorAt} onChange={form.change} />
      <CategoryPreview draft={draft} artistCount={category?.artistCount ?? 0} />
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          mine={draft}
          onTakeTheirs={form.takeTheirs}
          onKeepMine={form.keepMine}
          onOpen={onOpen}
          onSaveBeside={form.saveBeside}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={form.cancel}>
          {t('admin.cancel')}
        </Button>
        <Button
          type="submit"
          isBusy={form.isSaving}
          disabled={conflict !== null || form.isUploading}
        >
          {t(category ? 'admin.categoryForm.update' : 'admin.categoryForm.create')}
        </Button>
      </div>
    </form>
  );
}

interface CategoryDialogProps {
  /** Null to create a category. */
  category: AdminCategory | null;
  /** True when a stored draft is resumed. */
  isRestored: boolean;
  onClose: () => void;
  /** Called with another category to edit instead; the draft of this one stays stored. */
  onOpen: (other: AdminCategory) => void;
}

export function CategoryDialog({ category, isRestored, onClose, onOpen }: CategoryDialogProps) {
  const { t } = useTranslation();
  const form = useCategoryForm({ category, isRestored, onClose });
  return (
    <>
      <Dialog
        size="lg"
        onClose={form.cancel}
        title={t(category ? 'admin.categoryForm.editTitle' : 'admin.categoryForm.addTitle')}
      >
        <CategoryForm category={category} form={form} onOpen={onOpen} />
      </Dialog>
      <UnsavedDialog open={form.guard.isAsking} onStay={form.guard.stay} onLeave={form.leave} />
    </>
  );
}
