# SPDX-License-Identifier: MIT
import hashlane


def test_kernels():
    kernels = {kernel.id: kernel for kernel in hashlane.kernels()}
    portable = kernels["sha256-chain.portable.x1"]
    assert portable.runnable and portable.lanes == 1
    assert any(kernel.chosen for kernel in kernels.values())


def test_tuning(tmp_path):
    assert hashlane.load_tuning(tmp_path / "none") is False
    damaged = tmp_path / "damaged"
    damaged.write_text("no tuning file\n")
    try:
        hashlane.load_tuning(damaged)
    except ValueError as error:
        assert str(damaged) in str(error)
    else:
        raise AssertionError("a damaged file was taken")


def test_version():
    assert hashlane.__version__.count(".") == 2
